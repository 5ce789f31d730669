-- What scripts find in `require "drover"`, for editors that run lua-language-server. Drover itself never loads this.
-- luacheck: ignore (nothing here is run)

-- @topic start A scenario from scratch
-- A scenario is a Lua file, or a folder with a `main.lua`, that returns `drover.scenario { … }`. The scenario lists its
-- kinds of agents and spawns some of them in `setup`. A kind says what its agents look like and what they want. The
-- example below is complete. Save it as ants.lua:
--
--     drover run ants.lua              in a window; keeps running as you save
--     drover run ants.lua --headless --ticks 600
--     drover check ants.lua            loads it and reports mistakes
--     drover new meadow                writes a starter scenario to edit
--
-- An agent can act in three ways, in any mix. `steer` is a behavior, or a blend of behaviors, that moves the agent every
-- tick without running Lua. `on` is a list of guards: conditions, tested in C, that switch the agent from state to
-- state. `step` is a Lua function that runs every tick. The first two scale to many thousands of agents; a `step` costs
-- about a microsecond per agent and tick.

-- @topic reading How to read these pages
-- `name type: description (unit, range, default)` describes a key or a field. `f(x [, y]) → a, b` is a function that
-- returns a and b; arguments in brackets are optional. Keys are optional unless marked required. `{ … }` stands for a
-- table with the keys listed below it. `agent:sees` is a method and `agent.x` a field; in a kind's functions the agent
-- is called `self`, so you write `self:sees("wolf")` and `self.x`.
-- A quantity is a number, the name of a number slot, or `drover.setting "name"`. A target is the name of a slot, a point,
-- or `drover.mouse`. Kinds are one name or a list of names.

-- @topic tick The order of a tick
-- A second has 60 ticks unless the scenario sets `tick_rate`. Each tick runs in this order:
--
--     1. input   callbacks for mouse, keyboard, sliders, and tools
--     2. sense   every agent perceives the world as it is now, and its
--                guards are tested against what it perceived
--     3. update  the scenario's update, then elections for groups that
--                have no leader
--     4. decide  agent by agent, by id: the first guard that holds
--                switches the state (leave the old, enter the new);
--                then the kind's step; then the state's step. After
--                all agents, functions passed to steer.custom
--     5. steer   every agent's blend, plus what its step applied, using
--                the world as sensed
--     6. move    every body, by its force; then the edges of the world
--
-- A kind's `monitors` come first, then its `on`, then the state's `on`. In each list the first guard that holds wins. If
-- a guard's function returns nil, the guards after it get their chance. A state's `step`
-- already runs in the tick that entered the state, and may switch again. If the kind's `step` and the state's `step` both
-- return a state, the second switch waits for the agent's next turn.
-- Behaviors and guards see positions as of the start of the tick, whatever `step` has moved since; fields such as
-- `other.x` read the current value. An event emitted now is heard (`when.hears`, `self:heard`) in the next tick.
-- A spawned agent runs `init` and `enter` immediately, and is sensed, stepped, and moved from the next tick on. `setup`
-- runs once, before the first tick. `draw` runs once per picture, not per tick, and must not change anything.
-- With `think = k`, a step runs every k-th tick, and what it applied stays in effect until its next turn.
-- The example prints the order.

-- @topic units Units, angles, and places
-- Meters, seconds, kilograms, newtons, radians. Heading 0 points along +x, and angles grow counter-clockwise, so
-- `math.rad(90)` points along +y. z points up and stays 0 unless the scenario sets `space = "volume"`.
-- A place is `{ x, y }`, `{ x, y, z }`, `{ x = 1, y = 2 }`, or `drover.vec(x, y)`. Functions that take a place also take
-- `x, y`. Without `bounds`, the world is a 100 m square from { -50, -50 } to { 50, 50 }, open at its edges.
-- `sight.angle` is the full cone of view: math.rad(120) sees 60° to either side.

-- @topic names Names you can use, and names that are taken
-- Kinds, states, slots, memory fields, settings, monitors, and tools have names made of letters, digits, and _, not
-- starting with a digit. Slots (`targets`) and memory become fields of the agent, so they cannot have the name of a
-- field or method that every agent has. `drover help agent` lists those; `seen`, `heard`, `group`, `state`, `speed`,
-- `label`, and `world` are easy to hit. Do not name a slot after a kind, either: `when.near("seed", 1)` could mean both,
-- and is refused. Kinds that use schemas, trees, utility, subsumption, or monitors remember things in `self.schema`,
-- `self.tree`, `self.utility`, `self.subsumption`, and `self.monitors`, so those names are taken there. In a kind with
-- monitors, no state can be called "resume".
-- Assigning a global is an error, and so is reading one that does not exist: write `local`. Modules share what they
-- return. Unknown keys, fields, kinds, states, slots, colors, and settings are errors that suggest the nearest name.

-- @topic slots Slots: what behaviors and guards refer to
-- `targets` declares a kind's slots by name and type: "agent", "point", "pose", "vector", "number", "group", "obstacle",
-- "surface", "path", "flow", or "region". A slot is a field of each agent. It is nil until a script assigns it, a guard
-- fills it (`as = "threat"`), or `world:spawn("ant", { nest = { 0, 0 } })` sets it.
-- Behaviors and guards refer to a slot by name: `target = "threat"`. Wherever they take a number, they also take the
-- name of a number slot: `speed = "pace"`. A behavior whose slot is empty does nothing. When an agent is removed, the
-- slots that held it read nil. `target = "group.leader"` and `target = "group.goal"` reach the slots of the agent's
-- group.
-- Assign places as `self.goal = { 10, 20 }` or `self.goal = drover.vec(10, 20)`. In hot code, `self:set("goal", 10, 20)`
-- creates no garbage.

-- @topic memory Memory: data that outlives a tick
-- `memory` declares data for each agent, with default values; groups have a `memory` too, and `world.memory` is a table
-- for the whole scenario. It holds numbers, strings, booleans, agents and other handles, vectors, and tables of these,
-- but no functions. Reloads, snapshots, and rewinding keep it. They do not keep the locals of a module: those start over
-- with every save. Declare a field that starts without a value as `drover.none`. Behaviors and guards cannot read
-- memory; give them a slot instead.

-- @topic settings Settings: sliders, switches, and choices
-- A scenario's `settings` list declares them in the order in which the window shows them. Wherever a number or a switch
-- goes, `drover.setting "name"` is its current value. Functions read and assign `world.settings.name`. On the command
-- line, `--set name=value` sets one. The scenario's `setting` function runs after one has changed.

-- @topic modules Modules and require
-- `require "wolf"` runs wolf.lua in the scenario's folder and returns what it returns; `require "animals.wolf"` is
-- animals/wolf.lua. Every save loads all modules again. `require "drover"` is the engine. `require "pedestrian"` is a
-- library of people who walk the way measured people do. No other modules exist: no `io`, `os`, `debug`, or `package`.

-- @topic lua What Lua code can use
-- Lua 5.4 with `assert error getmetatable setmetatable ipairs next pairs pcall print rawequal rawget rawlen rawset
-- require select tonumber tostring type xpcall`, and the libraries `coroutine math string table utf8`. So that runs
-- repeat exactly, `pairs` visits whole numbers first, then strings in order; `math` gives the same bits on every machine;
-- and `math.random`, `world:random`, and `self:random` draw from the world's seed (there is no world yet while modules
-- load). `print` writes to the terminal and to the window's console. A callback may run for 0.9 s, and scripts may use
-- 256 MiB; options of `drover run` change that.

-- @topic input Mouse, keyboard, and tools
-- The scenario's `mousepressed`, `mousereleased`, `mousemoved`, `wheelmoved`, `keypressed`, and `keyreleased` run before
-- the tick, with places in meters. A tool in `tools` gets the mouse while it is selected, by its `key` or in the panel.
-- `drover.mouse` is a target for behaviors; `world.mouse` is where the mouse is; `world:key_down("space")` asks for a
-- key. The window itself uses Space (pause), `.` and `,` (step, step back), Backspace (rewind), 1 to 9 and `[` `]`
-- (speed), + and - (zoom), the arrows (move), F or Home (show everything), T (trails), H (what the selected agent
-- thinks), R (reload), U (undo a reload), C (compare), P (watch the files or not), and Esc (deselect); the left button
-- selects an agent, the others drag, the wheel zooms. `keypressed` runs for those keys too.

-- @topic recipes Recipes for common needs
-- - Food, seeds, and other items: a kind with `body = { locomotion = "fixed" }`. Agents see items and go to them;
--   `self.food:remove()` eats one.
-- - Trails and pheromones: a flow field. `flow:paint(x, y, radius, vx, vy, strength)` marks the direction to go, and
--   `steer.flow_following` follows it. To make it fade, paint the whole field with velocity 0 and a small strength now
--   and then.
-- - A nest, home, or post: a slot of type "point", set in `init` or `world:spawn`. `steer.arrival` goes there;
--   `when.arrived` or `when.near` tells when.
-- - A way around houses: `self.way = self.world:plan(self, self.goal)` with `steer.path_following { path = "way" }`; or
--   `schema.path { target = "goal", done = "shopping" }`, which plans by itself.
-- - People: `require "pedestrian"`.
-- - Timers: `when.after(5)` in a state, `when.every(2)`; in Lua, keep a time in memory and compare it to
--   `self.world.time`.
-- - Chance: `when.chance(0.2)` per second; in a step, `self:random() < 0.2 * dt`.
-- - Infecting or alerting neighbors: `for other in self:neighbors("person", 2) do other.ill = true end`, or `self:emit`
--   and `when.hears`.
-- - Turning into another kind: `self.world:spawn("zombie", { x = self.x, y = self.y })`, then `self:remove()`.
-- - A score: `world.memory.score`, shown by `monitors` or `draw`.
-- - Day and night: a toggle, a value in `world.memory`, or an event for everybody: `world:emit("night")`.
-- - Thousands of agents: no `step`, or one with `think = 10`; leave the work to blends and guards. Use
--   `drover.setting` instead of numbers, and tune it while it runs.
-- - Staying inside: `bounds` with `edge = "contain"`, or "wrap" to come back in on the other side.

-- @topic mistakes Mistakes that Lua cannot catch
-- - Guards combine with `&`, `|`, and `~`. `when.a() and when.b()` is just `when.b()`, because Lua sees two true values.
-- - Obstacles do not stop anybody. Add `steer.obstacle_avoidance {}` for agents that should go around them.
-- - Every `world:group("pack")` makes another group. Keep the first one, and pass it to `world:spawn` as `group`.
-- - A number slot that was never set counts as not given: as `speed`, it means `max_speed`.
-- - A kind's `monitors` are guards that interrupt. A scenario's `monitors` are numbers to plot.
-- - A path made by `world:plan` stays in the world until `path:remove()`. Remove the old one when you plan again.
-- - A function in a kind is shared by all its agents: keep what differs in memory, not in locals of the module.

-- What can be written in many places

---A place or an offset in meters: `{ x, y }`, `{ x, y, z }`, `{ x = , y = }` or a vector.
---@alias drover.point drover.vector|number[]|drover.axes

---A place by its axes.
---@class (exact) drover.axes
---@field x number m
---@field y number m
---@field z? number m

---A place and a heading.
---@class (exact) drover.pose
---@field x number m
---@field y number m
---@field z? number m
---@field heading? number rad, 0 along +x, counter-clockwise

---A number, or what is read every tick: the name of a number slot or slot path, or `drover.setting "name"`.
---@alias drover.quantity number|string|drover.setting

---The name of a slot in `targets`, or a slot path: "group.leader", "group.quarry".
---@alias drover.slot_name string

---What is steered at: a slot's name or path, a point, or `drover.mouse`.
---@alias drover.target drover.slot_name|drover.point|drover.mouse

---Kinds by name or as `drover.kind` returned them, one or a list; nil: all.
---@alias drover.kinds string|drover.declared_kind|(string|drover.declared_kind)[]

---The name of a state of the kind.
---@alias drover.state_name string

---The name of an event: what `emit` sends and `hears` waits for.
---@alias drover.event_name string

---A color by its CSS name ("tan", "skyblue") or as "#rrggbb" or "#rrggbbaa".
---@alias drover.color drover.color_name|string

---The value of a setting as it is now, read every tick.
---@class drover.setting

---The mouse as a target; empty while it is not over the window.
---@class drover.mouse

---A field of memory without a value.
---@class drover.none

---A behavior or a blend of them.
---@class drover.steering

---What a function of `steer` gives: it stands as it is, in a blend, and in `self:apply`.
---@class drover.behavior: drover.steering

---What a function of `blend` gives.
---@class drover.composition: drover.steering

---What an agent on legs minds about a step.
---@class drover.stress_behavior

---A condition. Guards compose: `a & b`, `a | b`, `~a`.
---@class drover.guard
---@operator band(drover.guard): drover.guard
---@operator bor(drover.guard): drover.guard
---@operator bnot: drover.guard

---What `drover.kind` gives: it stands where its name may.
---@class drover.declared_kind
---@field name string that it was declared with

---What `drover.group` gives: it stands where its name may.
---@class drover.declared_group
---@field name string that it was declared with

---What `drover.surface` gives: it stands where its name may.
---@class drover.declared_surface
---@field name string that it was declared with

---What `drover.flow` gives: it stands where its name may.
---@class drover.declared_flow
---@field name string that it was declared with

---What `drover.terrain` gives: it stands where its name may.
---@class drover.declared_terrain
---@field name string that it was declared with

---What a kind's agents are like, by `drover.model`.
---@class drover.declared_model

---What `drover.slider`, `drover.toggle` and `drover.choice` give, for `settings` of a scenario.
---@class drover.setting_declaration

-- Vectors

---A vector of `drover.vec`: immutable, compared by component.
---@class drover.vector
---@field x number its part along x
---@field y number its part along y
---@field z number its part along z, up
---@operator add(drover.vector): drover.vector
---@operator sub(drover.vector): drover.vector
---@operator mul(number): drover.vector
---@operator div(number): drover.vector
---@operator unm: drover.vector
local vector = {}

---Its length.
---@return number length
function vector:length() end

---The dot product.
---@param other drover.vector
---@return number
function vector:dot(other) end

---The vector of length 1 in its direction; zero stays zero.
---@return drover.vector
function vector:unit() end

---Its parts as numbers.
---@return number x, number y, number z
function vector:unpack() end

-- Agents

---A handle: equal by value, usable as a key. One whose agent was removed raises, but for `alive`.
---Slots and memory of its kind are fields too. A value of body or senses that is assigned holds for this agent until it
---is set to nil.
---@class drover.any_agent: drover.own_properties
---@field x number m, from -1e9 to 1e9; so are all places
---@field y number m
---@field z number m, up
---@field vx number m/s; no faster than 1e6
---@field vy number m/s
---@field vz number m/s
---@field heading number rad, 0 along +x, counter-clockwise; from -1e6 to 1e6, as all headings
---@field color drover.color its own, until set to nil
---@field label? string shown beside it in the window
---@field group? drover.group that it is a member of; assigning moves it to another, nil takes it out
---@field id integer read-only, as everything from here on
---@field kind string the name of its kind
---@field state drover.state_name an empty string without states
---@field state_time number s since it entered the state
---@field alive boolean false once it was removed; never raises
---@field speed number m/s
---@field position drover.vector m
---@field velocity drover.vector m/s
---@field forward drover.vector of length 1
---@field up drover.vector of length 1
---@field posture number 0 to 1: the part of its standing height that it has, while it ducks
---@field world drover.world that it lives in
local agent = {}

---Add weight times the behavior's vector to what the blend gives in this tick; with `think`, until the next step.
---@param behavior drover.behavior made while the module loaded
---@param weight? number 1 by default
function agent:apply(behavior, weight) end

---Steer by one of the `blends` of the kind until the state changes; without a name by the state's again.
---@param name? string
function agent:steer(name) end

---Switch to a state when the callback returns; another agent at its next turn. Not in `enter` and `leave`.
---@param state drover.state_name
function agent:become(state) end

---How far it is to another agent or a place, center to center.
---@param other drover.any_agent|drover.point|number another agent, a place, or its x
---@param y? number
---@param z? number
---@return number distance m
function agent:distance(other, y, z) end

---How far the other is to be found to the left of the heading.
---@param other drover.any_agent|drover.point|number another agent, a place, or its x
---@param y? number
---@param z? number
---@return number bearing rad, from −π to π
function agent:bearing(other, y, z) end

---The way from here to there; in a world that wraps the shortest.
---@param other drover.any_agent|drover.point|number another agent, a place, or its x
---@param y? number
---@param z? number
---@return number dx, number dy, number dz
function agent:offset(other, y, z) end

---Where a place is as seen by the agent.
---@param other drover.any_agent|drover.point|number another agent, a place, or its x
---@param y? number
---@param z? number
---@return number ahead, number left, number up m
function agent:to_local(other, y, z) end

---The place in the world that is so far ahead of the agent, to its left and above.
---@param ahead drover.point|number
---@param left? number
---@param up? number
---@return number x, number y, number z m
function agent:to_world(ahead, left, up) end

---Whether it perceives an agent or a part of an obstacle, or the nearest of the kinds that it perceives.
---@param who? drover.any_agent|drover.obstacle|drover.kinds
---@return drover.agent|drover.obstacle|nil seen
function agent:sees(who) end

---Whether no obstacle stands between it and another or a place, whichever way it faces and however far that is.
---@param other drover.any_agent|drover.point|number another agent, a place, or its x
---@param y? number
---@param z? number
---@return boolean
function agent:in_sight(other, y, z) end

---Add the obstacles that it sees and that are not in a list to that list, and leave out those that are gone. A list in
---its memory is what it knows: `self:discover(self.known)`.
---@param known drover.obstacle[]
---@return integer discovered how many were new
function agent:discover(known) end

---Where it supposes the agent in a slot to be, and whether it perceives it there. While it does not, the place that its
---behaviors, `near`, `far` and `arrived` go by is as uncertain as its `sight.uncertainty`.
---@param slot string
---@return number? x, number? y, number? z, boolean? sure
function agent:supposed(slot) end

---Over those it perceives, nearest first: `for other, distance in self:seen("wolf") do`.
---@param kinds? drover.kinds
---@param range? number m
---@return fun(): drover.agent, number
function agent:seen(kinds, range) end

---Over those within a radius, perceived or not, nearest first.
---@param kinds drover.kinds|nil
---@param radius number m
---@return fun(): drover.agent, number
function agent:neighbors(kinds, radius) end

---How many are within a radius, perceived or not.
---@param kinds drover.kinds|nil
---@param radius number m
---@return integer
function agent:count(kinds, radius) end

---The nearest within a radius, perceived or not.
---@param kinds? drover.kinds
---@param radius? number m, unlimited by default
---@return drover.agent? nearest, number? distance
function agent:nearest(kinds, radius) end

---An event emitted in the tick before: its source (true when that is gone), the agent it is about, and
---where it was.
---@param name drover.event_name
---@return drover.agent|true|nil source, drover.agent? about, number? x, number? y, number? z
function agent:heard(name) end

---Send an event to everyone within a radius; they hear it in the next tick, unless it is beyond their own hearing.
---@param name drover.event_name
---@param radius number m
---@param about? drover.any_agent
function agent:emit(name, radius, about) end

---The vector of a behavior or blend, as sensed at the start of the tick.
---@param steering drover.steering
---@return number sx, number sy, number sz m/s
function agent:steering(steering) end

---A random number of its own stream, from 0 to below 1.
---@return number
function agent:random() end

---Stand still at once.
function agent:halt() end

---Turn in place by as much of an angle as a tick allows; on legs as one foot does, which takes a step. Ask again for
---what is left.
---@param angle number rad, to the left
---@param rate? number rad/s, π by default
---@param foot? "first"|"follow" on legs: begin with the foot of that side; with angle 0, bring up the one that is behind
---@return number? turned, boolean? takes_step nil while a step is under way
function agent:turn_in_place(angle, rate, foot) end

---Take it out of the world. No `leave` runs; slots that name it read nil.
function agent:remove() end

---Fill a slot without making garbage: `self:set("goal", x, y)`; nil empties it.
---@param slot string
---@param value any a value of the slot's type, or x
---@param y? number
---@param z? number
---@param heading? number of a pose, rad
function agent:set(slot, value, y, z, heading) end

---Read a slot without making garbage: x, y, z of a point or vector, and the heading of a pose; else its value.
---@param slot string
---@return any value_or_x, number? y, number? z, number? heading
function agent:get(slot) end

---One whose kind editors do not know.
---@class drover.agent: drover.any_agent
---@field [string] any its slots and memory

-- `drover check --types` puts the scenario's own kinds here.
---@alias drover.self drover.agent

-- Groups

---A group made by `world:group`. `#group` is how many it has. Slots and memory of its kind are fields too.
---@class drover.group
---@field leader? drover.agent may be assigned; nil while nobody leads
---@field kind string the name it was declared with
---@field world drover.world that it is in
---@field [string] any its slots and memory
---@operator len: integer
local group = {}

---Over its members, by id: `for member in group:members() do`.
---@return fun(): drover.agent
function group:members() end

---Hold an election now.
---@return drover.agent? leader
function group:elect() end

-- Things

---An obstacle made by `world:obstacle`.
---@class drover.obstacle
---@field x number m; assigning moves it
---@field y number m
---@field z number m
---@field heading number rad
---@field radius number m, of the ball about it
---@field alive boolean false once it was removed
---@field blocks_sight boolean may be assigned, as the next two: a door that opens
---@field blocks_movement boolean likewise
---@field blocks_planning boolean likewise
local obstacle = {}

---Take it out of the world.
function obstacle:remove() end

---A path made by `world:path` or `world:plan`.
---@class drover.path
---@field length number m
---@field radius number m, of the tube about it
---@field closed boolean whether its end leads back to its beginning
---@field alive boolean false once it was removed
local path = {}

---Where one is so far along the path, and which way it leads there.
---@param s number m along the path
---@return number x, number y, number z, number heading
function path:point(s) end

---The nearest point of the path: how far along, and how far to the left (below 0: to the right) the place is.
---@param x drover.point|number
---@param y? number
---@param z? number
---@return number s, number side m
function path:project(x, y, z) end

---The first obstacle that the path comes nearer to than a clearance, and where on it; nil when the way is free.
---@param clearance? number m, 0 by default; with that of its plan a path is free of what the plan knew
---@param known? drover.obstacle[] only these count; by default all do
---@param from? number m along the path, from where on; 0 by default
---@return drover.obstacle? obstacle, number? s
function path:blocked(clearance, known, from) end

---Take it out of the world.
function path:remove() end

---A flow field made by `world:flow`: a velocity for each cell of a grid.
---@class drover.flow
---@field name string that it was declared with
---@field alive boolean false once it was removed
local flow = {}

---The velocity at a place, between cells a mixture of theirs.
---@param x drover.point|number
---@param y? number
---@param z? number
---@return number vx, number vy, number vz m/s
function flow:at(x, y, z) end

---Set the velocity of the cell at a place: `flow:set(x, y, vx, vy)`, with z and vz in a volume, or two vectors.
---@param place drover.point|number
---@param velocity drover.point|number
---@param ... number
function flow:set(place, velocity, ...) end

---Mix a velocity in within a radius: `flow:paint(x, y, radius, vx, vy, strength)`, or with vectors.
---@param place drover.point|number
---@param radius number m
---@param velocity drover.point|number
---@param ... number
function flow:paint(place, radius, velocity, ...) end

---Take it out of the world.
function flow:remove() end

---A region made by `world:region` or `world:terrain`.
---@class drover.region
---@field x number m, of its middle
---@field y number m
---@field z number m
---@field speed number what desired speeds are multiplied by inside; may be assigned
---@field terrain string? the terrain it lays; may be assigned, and then lies on top
---@field alive boolean false once it was removed
local region = {}

---Whether an agent or place is inside.
---@param place drover.any_agent|drover.point|number an agent, a place, or its x
---@param y? number
---@param z? number
---@return boolean
function region:contains(place, y, z) end

---Take it out of the world.
function region:remove() end

---A surface made by `world:surface`.
---@class drover.surface
---@field name string that it was declared with
---@field alive boolean false once it was removed
local surface = {}

---The nearest point of the surface, and its normal there.
---@param x drover.point|number
---@param y? number
---@param z? number
---@return number x, number y, number z, number nx, number ny, number nz
function surface:nearest(x, y, z) end

-- Shapes

---One of the shapes.
---@class (exact) drover.shape
---@field sphere? drover.shape.sphere a ball, in the plane a disc
---@field box? drover.shape.box upright, turned by its heading
---@field polygon? drover.point[] its corners
---@field wall? drover.shape.wall a line between two points
---@field cylinder? drover.shape.cylinder upright
---@field color? drover.color of an obstacle in the window

---A shape, and what the obstacle is in the way of: all of it unless it says otherwise.
---@class (exact) drover.obstacle_definition: drover.shape
---@field blocks? drover.obstacle_definition.blocks what it is in the way of; everything by default

---@class (exact) drover.obstacle_definition.blocks
---@field sight? boolean of kinds whose sight is `occluded`; false for a pane of glass
---@field movement? boolean agents avoid it; false for a curtain
---@field planning? boolean `world:plan` leads around it; as `movement` by default

---@class (exact) drover.shape.sphere
---@field x number m
---@field y number m
---@field z? number m
---@field radius number m

---@class (exact) drover.shape.box
---@field x number m, of its middle
---@field y number m
---@field z? number m
---@field w number m, width along its heading
---@field d number m, depth across
---@field h? number m, height; 1 by default
---@field heading? number rad

---@class (exact) drover.shape.wall
---@field from drover.point one end
---@field to drover.point the other

---@class (exact) drover.shape.cylinder
---@field x number m, of its middle
---@field y number m
---@field z? number m
---@field radius number m
---@field height? number m, 1 by default

-- The world

---Where agents live: the first argument of all callbacks of a scenario, and `self.world` of an agent.
---@class drover.world
---@field settings drover.settings by name: `world.settings.herd`
---@field memory table<string, any> data of the scenario, kept through reloads; assigning what is no data raises
---@field visibility number m, how far anybody sees; math.huge in clear air; may be assigned
---@field bounds drover.world_bounds min, max and edge; read-only
---@field tick integer how many ticks have passed
---@field time number s
---@field dt number s, of one tick
---@field seed integer that all random numbers come from
---@field mouse? drover.vector m, where the mouse is; nil while it is not over the window
---@field draw drover.draw draws for one tick
local world = {}

---The settings of the scenario, by name; may be assigned.
---@class drover.settings
---@field [string] any

---How far the world goes, as `bounds` of the scenario says.
---@class drover.world_bounds
---@field min drover.vector the corner with the lowest x, y and z
---@field max drover.vector the corner with the highest
---@field edge drover.edge what happens there

---What happens at the bounds: nothing, agents are kept inside, or those that leave on one side come in on the other.
---@alias drover.edge "open"|"contain"|"wrap"

---@class drover.birth
---@field x? number m, 0 by default
---@field y? number m
---@field z? number m
---@field heading? number rad
---@field speed? number m/s along the heading
---@field state? drover.state_name the initial one by default
---@field group? drover.group that it is a member of
---@field [string] any slots and memory of the kind

---Make an agent; it is sensed, stepped and steered from the next tick on.
---@param kind string|drover.declared_kind
---@param def? drover.birth
---@return drover.agent
function world:spawn(kind, def) end

---Make many agents at clear random points of the bounds.
---@param kind string|drover.declared_kind
---@param count integer
---@param def? drover.birth
function world:scatter(kind, count, def) end

---Take an agent out of the world.
---@param agent drover.any_agent
function world:remove(agent) end

---@class (exact) drover.agent_filter
---@field state? drover.state_name of the one kind

---Over the agents by id: `for wolf in world:agents("wolf", { state = "running" }) do`.
---@param kinds? drover.kinds
---@param filter? drover.agent_filter
---@return fun(): drover.agent
function world:agents(kinds, filter) end

---How many there are.
---@param kinds? drover.kinds
---@param filter? drover.agent_filter
---@return integer
function world:count(kinds, filter) end

---The nearest to a place: `world:nearest("wolf", x, y, z, radius)` or `world:nearest("wolf", place, radius)`.
---@param kinds drover.kinds|nil
---@param x drover.point|number
---@param y? number or the radius behind a place
---@param z? number
---@param radius? number m, unlimited by default
---@return drover.agent? nearest, number? distance
function world:nearest(kinds, x, y, z, radius) end

---Put up an obstacle. Behaviors of avoidance lead around it and plans do; it holds up nobody whose steering does not
---mind it.
---@param shape drover.obstacle_definition
---@return drover.obstacle
function world:obstacle(shape) end

---@class (exact) drover.path_definition
---@field points drover.point[] at least two
---@field radius? number m, of the tube about it; 1 by default
---@field closed? boolean whether its end leads back to its beginning
---@field spline? boolean smooth, through the points

---Lay a path through points, for `steer.path_following` and its like.
---@param def drover.path_definition
---@return drover.path
function world:path(def) end

---@class (exact) drover.plan_options
---@field clearance? number m, kept from every obstacle; by default the radius of an agent that starts, else 0
---@field resolution? number m, of the cells of the obstacle map; 0.25 by default
---@field boundary? drover.plan_options.boundary what the way stays in; the world's bounds by default
---@field known? drover.obstacle[] lead around these only, the obstacles that the agent knows; those that are gone do not count

---@class (exact) drover.plan_options.boundary
---@field min drover.point the corner with the lowest x and y
---@field max drover.point the corner with the highest

---Plan a way around the obstacles and make a path of it, whose tube is as wide as a cell; or nil, and why there is
---none. Gaps narrower than twice the clearance are closed, those wider by three cells are open. Remove paths that are
---walked: `path:remove()`. Planning is not counted in time but in cells of the map: all that is planned in a tick, or in
---`setup`, may take 10⁹ of them.
---@param from drover.any_agent|drover.point
---@param to drover.any_agent|drover.point
---@param options? drover.plan_options
---@return drover.path? path, string? reason
function world:plan(from, to, options) end

---@class (exact) drover.region_definition
---@field shape drover.shape `{ sphere = { x = 0, y = 0, radius = 5 } }`, or a box, polygon or cylinder
---@field speed? number what desired speeds are multiplied by inside; 1 by default
---@field terrain? string|drover.declared_terrain that it lays, on top of what lies there

---Mark out a region that slows whoever is in it, has a terrain, or is asked for by `when.inside`.
---@param def drover.region_definition
---@return drover.region
function world:region(def) end

---Make a new group of a declared kind of groups; each call makes another.
---@param name string|drover.declared_group
---@return drover.group
function world:group(name) end

---Make a flow field that was declared.
---@param name string|drover.declared_flow
---@return drover.flow
function world:flow(name) end

---Make a surface that was declared.
---@param name string|drover.declared_surface
---@return drover.surface
function world:surface(name) end

---Lay a terrain over all of the bounds, on top of what lies there: the region that does so.
---@param name string|drover.declared_terrain
---@return drover.region
function world:terrain(name) end

---The terrain at a place: what was laid there last.
---@param place drover.any_agent|drover.point|number an agent, a place, or its x
---@param y? number
---@param z? number
---@return string? name
function world:terrain_at(place, y, z) end

---@class (exact) drover.emission
---@field at? drover.any_agent|drover.point where; the origin by default
---@field radius? number m, unlimited by default
---@field about? drover.any_agent the agent the event is about
---@field among? drover.group only its members hear it

---Send an event; it is heard in the next tick.
---@param name drover.event_name
---@param def? drover.emission
function world:emit(name, def) end

---A random number from 0 to below 1; whole numbers from 1 to m, or from m to n.
---@param m? integer
---@param n? integer
---@return number
function world:random(m, n) end

---A random point of the bounds or of a region.
---@param region? drover.region
---@return drover.vector
function world:random_point(region) end

---Whether a key is held down.
---@param key string in small letters: "a", "1", "space", "return", "tab", "left", "up", "f1", "left shift", "left ctrl"
---@return boolean
function world:key_down(key) end

---End the run after this tick.
---@param reason? string
function world:finish(reason) end

-- Drawing

---Draws in meters over the world; what is drawn does not change a run.
---@class drover.draw
local draw = {}

---@class (exact) drover.line_style
---@field color? drover.color off-white by default
---@field width? number pixels; 1.5 by default

---@class (exact) drover.area_style
---@field color? drover.color off-white by default
---@field width? number pixels; 1.5 by default
---@field fill? boolean the area, not its rim

---@class (exact) drover.text_style
---@field color? drover.color off-white by default
---@field size? number pixels; 14 by default

---A line between two points.
---@param x1 number
---@param y1 number
---@param x2 number
---@param y2 number
---@param style? drover.line_style
function draw.line(x1, y1, x2, y2, style) end

---A line with a head at its end.
---@param x1 number
---@param y1 number
---@param x2 number
---@param y2 number
---@param style? drover.line_style
function draw.arrow(x1, y1, x2, y2, style) end

---A circle about a point.
---@param x number
---@param y number
---@param radius number
---@param style? drover.area_style
function draw.circle(x, y, radius, style) end

---A part of a circle, counter-clockwise from one angle to another.
---@param x number
---@param y number
---@param radius number
---@param first number rad
---@param last number rad
---@param style? drover.area_style
function draw.arc(x, y, radius, first, last, style) end

---A polygon by its corners.
---@param points drover.point[]
---@param style? drover.area_style
function draw.polygon(points, style) end

---A text that begins at a point, half above and half below it.
---@param text any
---@param x number
---@param y number
---@param style? drover.text_style
function draw.text(text, x, y, style) end

-- Definitions

---A guard alone keeps its slots fresh; with a state's name it switches, with a function that decides.
---@alias drover.guard_entry drover.guard|drover.transition

---What stands in a list of guards: `{ guard, "state" }`, or `{ guard, function(self) … end }`.
---@class (exact) drover.transition
---@field [1] drover.guard what has to hold
---@field [2]? drover.state_name|fun(self: drover.self): drover.state_name? a state, or a function that names one; with nil the next guards are tested

---What stands under `states` of a kind: how an agent acts while it is in this state.
---@class (exact) drover.state
---@field speed? drover.quantity m/s, desired here; max_speed by default
---@field steer? drover.steering what moves it while it is here; without one that of the kind
---@field stress? drover.stress_list on legs
---@field enter? fun(self: drover.self, from: drover.state_name?) when it comes here, and with from = nil when it is spawned here; returns nothing
---@field leave? fun(self: drover.self, to: drover.state_name) when it goes, before `enter` of the next; returns nothing
---@field step? fun(self: drover.self, dt: number): drover.state_name? every tick, or as often as `think` says; the name of a state that it returns switches to it, nil stays
---@field think? integer run `step` in every k-th tick only, agents taking turns by id; `dt` is then the time since its last turn
---@field on? drover.guard_entry[] `{ guard, "state" }` or `{ guard, function }`, tested in order; the first that holds wins
---@field renamed_from? string|string[] what the state was called in earlier code, the oldest name first

---What stands under `look` of a kind: how its agents are drawn.
---@class (exact) drover.look
---@field shape? drover.look_shape an "arrow" by default
---@field color? drover.color blue by default
---@field size? number m, length of the body; from its radius by default

---What `drover.kind("name", { … })` takes. A kind may carry `steer`, `speed`, `on` and `step` itself: without `states` that
---is all it does, with them it is what holds in every state.
---@class (exact) drover.kind_definition
---@field body? drover.body mass, size, how fast it is, how it moves
---@field sight? drover.sight how far and how wide it sees
---@field hearing? drover.hearing how far it hears
---@field look? drover.look its shape, color and size on the screen
---@field targets? table<string, drover.slot_type> slots by name, each with the type of what it holds: `{ threat = "agent", goal = "point", hunger = "number" }`. Behaviors, guards and quantities refer to them by name. All are empty (nil) at first; scripts read and assign them as fields of the agent
---@field memory? table<string, any> data of each agent with its defaults: `{ hunger = 0, name = drover.none }`. Scripts alone read it; behaviors and guards do not. Numbers, strings, booleans, agents and plain tables, no functions
---@field model? drover.declared_model what agents are like, by `drover.model`; its attributes and parameters are number slots
---@field initial? drover.state_name the state that agents begin in; needed where there are several
---@field states? table<string, drover.state> by name; an agent is in one of them at any time
---@field steer? drover.steering without states, and in states that give none
---@field stress? drover.stress_list on legs, likewise
---@field reflexes? drover.steering|drover.stress_list always on: a vector that is added, or on legs stress behaviors
---@field speed? drover.quantity m/s, desired
---@field step? fun(self: drover.self, dt: number): drover.state_name? every tick, or as often as `think` says, before the state's `step`; a state's name that it returns switches
---@field think? integer run `step`, of the kind and of its states without a `think`, in every k-th tick only, agents taking turns by id; `dt` is then the time since its last turn
---@field on? drover.guard_entry[] `{ guard, "state" }` or `{ guard, function }`, tested in order, before the state's; the first that holds wins
---@field init? fun(self: drover.self) once, when it is spawned, before `enter`
---@field blends? table<string, drover.steering> what `self:steer(name)` chooses from
---@field monitors? drover.guard_entry[] tested first; one that begins to hold interrupts whatever state it is in
---@field migrate? fun(self: drover.self, old_state: string): drover.state_name? after a save that took its state away, or one that a monitor put aside
---@field draw? fun(self: drover.self, draw: drover.draw) for every picture and agent; reads the world, changes nothing
---@field renamed_from? string|string[] what the kind was called in earlier code, the oldest name first

---What agents are like (attributes) and what of how they walk and decide follows from it (parameters). Both are number
---slots of the kinds that have the model: attributes are assigned, and parameters follow at once.
---@class (exact) drover.model_definition
---@field attributes? table<string, number> with what an agent begins with, from 0 (no part in anything) to 1
---@field parameters? table<string, drover.model_parameter> those that do not go from 0 to 1
---@field effects? drover.effect[] of dominant ones the first that is active wins; else their mean counts

---@class (exact) drover.model_parameter
---@field min? number 0 by default
---@field max? number 1 by default
---@field default? number while no attribute acts on it; the middle by default

---An attribute of 0.1 or less gives the low end of the range, 1 the high end; 0 nothing.
---@class (exact) drover.effect
---@field [1] string the attribute
---@field [2] string the parameter
---@field range? number[] low and high, as shares of the way from min to max; 0 and 1 by default
---@field inverse? boolean from the high end to the low
---@field dominant? boolean nothing else counts where it is active

---@class (exact) drover.group_definition
---@field elect? fun(group: drover.group): drover.agent? asked for a leader when the group has none
---@field targets? table<string, drover.slot_type> slots of each group, as those of a kind
---@field memory? table<string, any> data of each group with its defaults
---@field renamed_from? string|string[] what the group was called in earlier code, the oldest name first

---One of plane, sphere and height.
---@class (exact) drover.surface_definition
---@field plane? drover.surface_definition.plane a plane in space
---@field sphere? drover.surface_definition.sphere the outside of a ball
---@field height? fun(x: number, y: number): number m
---@field resolution? number m, from one height to the next; 1 by default
---@field min? drover.point the corners of the heights; the bounds by default
---@field max? drover.point the other corner
---@field renamed_from? string|string[] what the surface was called in earlier code, the oldest name first

---@class (exact) drover.surface_definition.plane
---@field point? drover.point on it; the origin by default
---@field normal? drover.point upright on it; { 0, 0, 1 } by default

---@class (exact) drover.surface_definition.sphere
---@field center? drover.point the origin by default
---@field radius number m

---@class (exact) drover.flow_definition
---@field resolution? number m, of its cells; 1 by default
---@field bounds? drover.flow_definition.bounds of the world by default
---@field field? fun(x: number, y: number, z: number, t: number): number, number, number? m/s there
---@field interval? number s after which the field is asked again; never by default
---@field renamed_from? string|string[] what the flow was called in earlier code, the oldest name first

---@class (exact) drover.terrain_definition
---@field weight? number 0 to 1e6, of the stress of a step there; 0 by default
---@field speed? number 0 to 100: what desired speeds are multiplied by there; 1 by default
---@field color? drover.color of its regions in the window
---@field renamed_from? string|string[] what the terrain was called in earlier code, the oldest name first

---@class (exact) drover.flow_definition.bounds
---@field min drover.point the corner with the lowest x, y and z
---@field max drover.point the corner with the highest

---@class (exact) drover.bounds
---@field min drover.point the corner with the lowest x and y (and z)
---@field max drover.point the corner with the highest
---@field edge? drover.edge by default "open": agents may leave

---What stands under `tools` of a scenario: what the mouse does while the tool is chosen.
---@class (exact) drover.tool
---@field title? string in the panel; its name by default
---@field key? string that chooses it: a letter, digit or sign that the window has no use for, "tab", "return", "insert", "delete" or "f1" to "f12"
---@field mousepressed? fun(world: drover.world, x: number, y: number, button: integer, agent: drover.agent?) as that of a scenario, while the tool is chosen
---@field mousereleased? fun(world: drover.world, x: number, y: number, button: integer, agent: drover.agent?) likewise
---@field mousemoved? fun(world: drover.world, x: number, y: number, dx: number, dy: number) likewise
---@field wheelmoved? fun(world: drover.world, dx: number, dy: number) likewise
---@field draw? fun(world: drover.world, draw: drover.draw) for every picture while the tool is chosen

---One of kind, group, surface, flow and terrain: a name of earlier code that is gone though it is in use.
---@class (exact) drover.removed
---@field kind? string a name that a kind had
---@field group? string a name that a group had
---@field surface? string a name that a surface had
---@field flow? string a name that a flow had
---@field terrain? string a name that a terrain had
---@field into? string what takes its place; without it what had the name is removed

---What `return drover.scenario { … }` takes, at the end of main.lua: the world, its kinds, and functions that are called
---as the run goes on.
---@class (exact) drover.scenario_definition
---@field title? string of the window
---@field tick_rate? number ticks a second, 1 to 1000; 60 by default
---@field seed? integer a whole number from 0 that all random numbers come from; 1 by default; `--seed` overrules it
---@field space? "plane"|"volume" in a plane, the default, z stays 0
---@field kinds (string|drover.declared_kind)[] all kinds that may live in it: `{ wolf, require "caribou" }`
---@field bounds? drover.bounds a 100 m square about the origin, open, by default
---@field settings? drover.setting_declaration[] sliders and switches, in the order in which the window shows them
---@field monitors? table<string, fun(world: drover.world): number> numbers to plot, by name; columns of `--report`
---@field removed? drover.removed[] names of earlier code that may be gone though they are in use
---@field setup? fun(world: drover.world, settings: drover.settings) once, before the first tick: lay out the world and spawn; again at a restart, never at a reload
---@field setting? fun(world: drover.world, name: string, value: any) after a setting changed
---@field update? fun(world: drover.world, dt: number) once a tick, before the agents have their turns
---@field on_reload? fun(world: drover.world) after a save was taken over
---@field draw? fun(world: drover.world, draw: drover.draw) for every picture; reads the world, changes nothing
---@field tools? table<string, drover.tool> what the mouse can do, by name; chosen in the window by key or panel
---@field mousepressed? fun(world: drover.world, x: number, y: number, button: integer, agent: drover.agent?) button 1 is left, 2 middle, 3 right; `agent` is the one under the mouse, or nil
---@field mousereleased? fun(world: drover.world, x: number, y: number, button: integer, agent: drover.agent?) as `mousepressed`
---@field mousemoved? fun(world: drover.world, x: number, y: number, dx: number, dy: number) to x, y (m), by dx, dy since the last time
---@field wheelmoved? fun(world: drover.world, dx: number, dy: number) dy is 1 for a notch away from you
---@field keypressed? fun(world: drover.world, key: string) see `world:key_down` for names of keys
---@field keyreleased? fun(world: drover.world, key: string) as `keypressed`

---What a module returns, for `require`.
---@class drover.declared_scenario

---@class (exact) drover.slider_options
---@field min? number the lower of 0 and the default by default
---@field max? number 1 or twice the default, whichever is higher, by default
---@field step? number from one value to the next; 0, any value, by default
---@field restart? boolean takes effect at the next start
---@field title? string shown beside it; its name by default

---@class (exact) drover.toggle_options
---@field restart? boolean takes effect at the next start
---@field title? string shown beside it; its name by default

---@class (exact) drover.choice_options
---@field [integer] string the options
---@field restart? boolean takes effect at the next start
---@field title? string shown beside it; its name by default

-- States made of parts

---What a state is given beside its parts.
---@class drover.composed
---@field speed? drover.quantity m/s
---@field steer? drover.steering while no part steers
---@field stress? drover.stress_list on legs
---@field enter? fun(self: drover.self, from: drover.state_name?) as of a state
---@field leave? fun(self: drover.self, to: drover.state_name) as of a state
---@field think? integer ask its parts in every k-th tick only
---@field on? drover.guard_entry[] as of a state
---@field renamed_from? string|string[] as of a state

---What a function of `tree` gives: it stands where a state stands, or in another node.
---@class drover.tree_node: drover.state

---Done (nil too), failed, or to be asked again in the next tick.
---@alias drover.outcome true|false|"running"|nil

---@class (exact) drover.tree_nodes: drover.composed
---@field [integer] drover.tree_node the nodes, in order
---@field done? drover.state_name where the agent goes when it is done; by default it begins again
---@field failed? drover.state_name likewise when it has failed

---Behavior trees. A node stands where a state stands, or in another node.
---@class drover.tree
local tree = {}

---One after the other, until one fails. Conditions before the node that is running have to hold on.
---@param nodes drover.tree_nodes
---@return drover.tree_node
function tree.sequence(nodes) end

---The first that does not fail; in every tick from the first on, so that it interrupts those behind it.
---@param nodes drover.tree_nodes
---@return drover.tree_node
function tree.selector(nodes) end

---Done where the node failed, failed where it is done.
---@param node drover.tree_node
---@return drover.tree_node
function tree.invert(node) end

---Done where the function gives anything but false and nil, else failed.
---@param holds fun(self: drover.self): any
---@return drover.tree_node
function tree.condition(holds) end

---Act: the function says whether it is done, failed or running.
---@param act fun(self: drover.self, dt: number): drover.outcome
---@return drover.tree_node
function tree.action(act) end

---Steer while it is running: forever, or as `act` says.
---@param steering drover.steering
---@param act? fun(self: drover.self, dt: number): drover.outcome
---@return drover.tree_node
function tree.steer(steering, act) end

---Running for so many seconds, then done.
---@param seconds number
---@return drover.tree_node
function tree.wait(seconds) end

---Choice by utility.
---@class drover.utility
local utility = {}

---@class (exact) drover.option
---@field score fun(self: drover.self): number what it is worth now
---@field steer? drover.steering what moves it in its turn
---@field enter? fun(self: drover.self) when its turn comes
---@field step? fun(self: drover.self, dt: number): drover.state_name? in every tick of its turn

---@class (exact) drover.options: drover.composed
---@field options table<string, drover.option> by name
---@field inertia? number what the one that has its turn is worth beyond its score; 0 by default

---The option with the highest score has its turn; of equals the one that has it, else the first by name.
---@param def drover.options
---@return drover.state
function utility.best(def) end

---Layers that suppress each other, after Brooks.
---@class drover.subsumption
local subsumption = {}

---@class (exact) drover.layer
---@field when? fun(self: drover.self): any whether it wants its turn; the last may want it always
---@field hold? number s that it keeps its turn after that; 0 by default
---@field steer? drover.steering what moves it in its turn
---@field enter? fun(self: drover.self) when its turn comes
---@field step? fun(self: drover.self, dt: number): drover.state_name? in every tick of its turn

---@class (exact) drover.layer_list: drover.composed
---@field [integer] drover.layer the layers, the most urgent first

---The first layer that wants it has its turn.
---@param def drover.layer_list
---@return drover.state
function subsumption.layers(def) end

---What every schema is given. Conditions are asked in every tick, but not while it turns in place.
---@class drover.schema_definition
---@field name? string of a part, letters, digits and _: by it a save finds what runs, though others were put before it
---@field speed? drover.quantity m/s
---@field stress? drover.stress_list on legs
---@field reflexes? drover.steering added to whatever the schema steers by
---@field precondition? fun(self: drover.self): any has to hold when it begins
---@field interrupt? drover.guard|fun(self: drover.self): any stops it; a part of others makes place for the next choice
---@field terminate? drover.guard|fun(self: drover.self): any ends it, and what it is part of, as done
---@field done? drover.state_name where the agent goes when it is done; by default it begins again
---@field failed? drover.state_name likewise when it has failed; by default it is tried again after a second
---@field interrupted? drover.state_name likewise when it was interrupted; `failed` by default
---@field enter? fun(self: drover.self, from: drover.state_name?) as of a state
---@field leave? fun(self: drover.self, to: drover.state_name) as of a state
---@field think? integer ask its conditions in every k-th tick only
---@field on? drover.guard_entry[] as of a state
---@field renamed_from? string|string[] as of a state

---Reich's behavioral state machines: states that lead somewhere, and end done or failed. `self.schema.outcome` is
---"done", "failed" or "interrupted" from then until the next one begins, and `self.schema.reason` says why.
---@class drover.schema
local schema = {}

---A schema stands where a state stands, or in `select`, `goals` and `locomotion`.
---@class drover.schema_state: drover.state

---@class (exact) drover.attraction: drover.schema_definition
---@field target drover.target where to go
---@field distance? number m, center to center, at which it is there; 0.5 beyond touching by default
---@field steer? drover.steering what leads there; arrival by default
---@field heading? number rad, to turn to on arrival; that of a pose by default
---@field orbit? drover.orbit|false when to stop and turn instead of going round and round it; false: never
---@field rate? number rad/s, of turns in place; π by default

---@class (exact) drover.orbit
---@field distance? number m from the target; 3 by default
---@field angle? number rad, off the heading; 60° by default

---Go straight to a target that is in sight and stays where it is.
---@param def drover.attraction
---@return drover.schema_state
function schema.attraction(def) end

---@class (exact) drover.path_schema: drover.schema_definition
---@field target? drover.target that a way is planned to, past all obstacles
---@field path? string|drover.point[] or the slot of a path to follow, or its points
---@field distance? number m, from its end, at which it is there; 0.5 beyond the radius by default
---@field clearance? number m, as of `world:plan`, as what follows
---@field resolution? number m
---@field boundary? drover.plan_options.boundary what the way stays in

---Follow a path to its end: one that is planned, or one that is given. Fails with the reason when there is none.
---@param def drover.path_schema
---@return drover.schema_state
function schema.path(def) end

---One of target, heading and angle.
---@class (exact) drover.turning: drover.schema_definition
---@field target? drover.target to face
---@field heading? number rad
---@field angle? number rad, to turn by, to the left; the shorter way there counts
---@field direction? "left"|"right" the shorter way by default
---@field follow? boolean on legs: bring the other foot up in the end; true by default, not needed where walking follows
---@field rate? number rad/s; π by default

---Come to rest and turn in place. Nothing but guards of states and kinds interrupts it.
---@param def drover.turning
---@return drover.schema_state
function schema.turning(def) end

---@class (exact) drover.chasing: drover.schema_definition
---@field target drover.target an agent
---@field distance? number m, center to center, at which it is caught; 0.5 beyond touching by default
---@field steer? drover.steering what leads there while it is seen; pursuit by default
---@field give_up? number s without seeing it; never by default
---@field extrapolate? number|false s to go on along its last velocity from where it was seen last; 3 by default
---@field turn? number|false rad; when it is further off the heading, turn first; 30° by default
---@field rate? number rad/s, of turns in place; π by default

---Go after an agent; out of sight, to where it was seen last and on where it went. Fails when it is not in sight at the
---start, or lost.
---@param def drover.chasing
---@return drover.schema_state
function schema.chasing(def) end

---@class (exact) drover.exit: drover.schema_definition
---@field target drover.target where to be
---@field distance? number m, center to center; 0.5 beyond touching by default
---@field heading? number rad, to have there; that of a pose by default

---Over at once: done at the target and facing as it should, else failed.
---@param def drover.exit
---@return drover.schema_state
function schema.exit(def) end

---@class (exact) drover.custom_schema: drover.schema_definition
---@field steer? drover.steering what moves it meanwhile
---@field begin? fun(self: drover.self, memory: table) `memory` is its own, and empty at first
---@field step? fun(self: drover.self, memory: table, dt: number): boolean?, string? true: done; false: failed, and why
---@field finish? fun(self: drover.self, memory: table) when it is over or left

---A schema of one's own.
---@param def drover.custom_schema
---@return drover.schema_state
function schema.custom(def) end

---@class (exact) drover.schema_list: drover.schema_definition
---@field [integer] drover.schema_state tried in this order

---The first whose preconditions hold; when it is done or interrupted, likewise again. Fails when it fails, or when none
---applies; done when one is terminated.
---@param def drover.schema_list
---@return drover.schema_state
function schema.select(def) end

---@class (exact) drover.goal
---@field [1] drover.schema_state the goal
---@field urgency? number|fun(self: drover.self): number 0 by default

---@class (exact) drover.goals: drover.schema_definition
---@field [integer] drover.schema_state|drover.goal the goals

---One goal at a time, the most urgent first; of equals the one that is pursued, then the first. Fails in the end when one
---of them failed.
---@param def drover.goals
---@return drover.schema_state
function schema.goals(def) end

---@class (exact) drover.locomotion_schema: drover.schema_definition
---@field [integer] drover.schema_state considered before what follows
---@field target drover.target where to go
---@field stationary? boolean an agent that stays where it is; places are anyway
---@field distance? number m, center to center, at which it is there; 0.5 beyond touching by default
---@field heading? number rad, to turn to on arrival; that of a pose by default
---@field steer? drover.steering what leads there while it is seen; arrival or pursuit by default
---@field turn? number|false rad; when it is further off the heading, turn first; 30° by default
---@field rate? number rad/s, of turns in place; π by default
---@field orbit? drover.orbit|false as of `attraction`
---@field give_up? number as of `chasing`, as what follows
---@field extrapolate? number|false as of `chasing`
---@field clearance? number m, as of `world:plan`, as what follows
---@field resolution? number m
---@field boundary? drover.plan_options.boundary what a way stays in

---Reich's locomotion control machine: done when it is at the target and oriented; a path to what is not in sight; turn
---to what is off the heading; straight to what is stationary; chase what moves.
---@param def drover.locomotion_schema
---@return drover.schema_state
function schema.locomotion(def) end

-- The module

---What `require "drover"` gives: `local drover = require "drover"`. All of it is used while modules load, `drover.vec`
---apart.
---@class drover
---@field version string of the engine, as "0.1.0"
---@field mouse drover.mouse where the mouse is, as a target
---@field none drover.none in `memory`: a field without a value
---@field steer drover.steer behaviors
---@field blend drover.blend what combines behaviors
---@field when drover.when guards
---@field stress drover.stress what an agent on legs minds about a step
---@field schema drover.schema Reich's behavioral state machines
---@field tree drover.tree behavior trees
---@field utility drover.utility choice by utility
---@field subsumption drover.subsumption layers that suppress each other
local drover = {}

---A vector; `a + b`, `a - b`, `a * 2`, `a / 2` and `-a` work.
---@param x number
---@param y number
---@param z? number
---@return drover.vector
function drover.vec(x, y, z) end

---The value of a setting, to stand where a number or switch does: `radius = drover.setting "sociable"`. It follows the
---slider at once. In functions write `world.settings.sociable`.
---@param name string
---@return drover.setting
function drover.setting(name) end

---Declare a kind of agents.
---@param name string
---@param def drover.kind_definition
---@return drover.declared_kind
function drover.kind(name, def) end

---Describe what agents are like, for the `model` of kinds.
---@param def drover.model_definition
---@return drover.declared_model
function drover.model(def) end

---Declare a kind of groups, for `world:group(name)`.
---@param name string
---@param def drover.group_definition
---@return drover.declared_group
function drover.group(name, def) end

---Declare a surface, for `world:surface(name)`.
---@param name string
---@param def drover.surface_definition
---@return drover.declared_surface
function drover.surface(name, def) end

---Declare a flow field, for `world:flow(name)`.
---@param name string
---@param def drover.flow_definition
---@return drover.declared_flow
function drover.flow(name, def) end

---Declare a type of terrain, for `world:terrain(name)` and `world:region { terrain = name }`.
---@param name string
---@param def drover.terrain_definition
---@return drover.declared_terrain
function drover.terrain(name, def) end

---What main.lua returns.
---@param def drover.scenario_definition
---@return drover.declared_scenario
function drover.scenario(def) end

---A setting that is a number.
---@param name string
---@param default number
---@param options? drover.slider_options
---@return drover.setting_declaration
function drover.slider(name, default, options) end

---A setting that is on or off.
---@param name string
---@param default boolean
---@param options? drover.toggle_options
---@return drover.setting_declaration
function drover.toggle(name, default, options) end

---A setting that is one of some options: `drover.choice("mode", "calm", { "calm", "wild" })`.
---@param name string
---@param default string
---@param options drover.choice_options
---@return drover.setting_declaration
function drover.choice(name, default, options) end

---Behaviors: what an agent may want. Each yields a steering vector in m/s: desired velocity minus velocity.
---@class drover.steer
local steer = {}

---Blends combine behaviors, and other blends, into one steering vector.
---@class drover.blend
local blend = {}

---A behavior or blend with its weight: `{ behavior, weight }`.
---@class (exact) drover.part
---@field [1] drover.steering the behavior or blend
---@field [2]? drover.quantity its weight; 1 by default

---A new blend with one part more; the old one stays as it is.
---@param blend drover.composition
---@param part drover.steering|drover.part
---@return drover.composition
function blend.with(blend, part) end

---A stress behavior with its weight and power: `{ behavior, weight, power }`.
---@class (exact) drover.stress_part
---@field [1] drover.stress_behavior the stress behavior
---@field [2]? drover.quantity factor, 1 by default
---@field [3]? drover.quantity to which the stress is raised, 1 by default

---One stress behavior, or a list of them and of `{ behavior, weight, power }`.
---@alias drover.stress_list drover.stress_behavior|(drover.stress_behavior|drover.stress_part)[]

---Stress behaviors: what an agent on legs minds about its next step. It takes the one of the least stress.
---@class drover.stress
local stress = {}

---Guards: what makes an agent change its state. Tested in C on the world as sensed.
---@class drover.when
local when = {}

---x to the power of y, with the same bits on every machine; `^` is for squares.
---@param x number
---@param y number
---@return number
function math.pow(x, y) end

-- Tests: what a function of a file in tests/ is given.

---A test, by what must hold: `return { ["the herd flees"] = function(t) … end }`.
---@alias drover.test_function fun(t: drover.test)

---What a test is given, as `t`: `t:world()` opens the scenario.
---@class drover.test
local test = {}

---How `t:world` opens the scenario.
---@class (exact) drover.test_options
---@field seed? integer that of `t:seeds` by default, else the scenario's
---@field settings? table<string, number|boolean|string> by name, as by `--set`
---@field scenario? string a file beside main.lua, as "volume.lua"
---@field edits? table<string, fun(source: string): string> files that this world has with other code: by path

---Open a world of the scenario. Several may be open at once; those of a test are closed when it ends.
---@param options? drover.test_options
---@return drover.test_world
function test:world(options) end

---Call a function once for each seed from 1 to `count`. Worlds it opens have that seed, and are closed after it. All
---seeds are tried; each that fails is reported, and the test ends.
---@param count integer
---@param try fun(t: drover.test, seed: integer)
---@return integer tried fewer with `drover test --seeds`
function test:seeds(count, try) end

---Fail unless two values are equal; tables by what is in them.
---@param actual any
---@param expected any
---@param what? string begins the message
function test:equal(actual, expected, what) end

---Fail unless two numbers or points are at most `tolerance` apart.
---@param actual number|drover.point
---@param expected number|drover.point
---@param tolerance number
---@param what? string begins the message
function test:near(actual, expected, tolerance, what) end

---A world in a test: all that scripts can do with theirs, and this. Tables of the scenario are read and assigned where
---they are; tables of the test are copied into it.
---@class drover.test_world: drover.world
---@field finished? string the reason, once the scenario called `world:finish`
local test_world = {}

---Step, until a function that is called after each tick returns true. A script that fails raises. Stops early when the
---scenario finishes.
---@param ticks? integer 1 by default
---@param until_holds? fun(world: drover.test_world): boolean?
---@return boolean held
function test_world:step(ticks, until_holds) end

---Do what people do, between two ticks: `mousepressed x y button agent`, `mousereleased`, `mousemoved x y dx dy`,
---`wheelmoved dx dy`, `keypressed key`, `keyreleased key`, or `setting name value`. The mouse presses the agent under it
---unless one is given. Keys choose tools first.
---@param event "mousepressed"|"mousereleased"|"mousemoved"|"wheelmoved"|"keypressed"|"keyreleased"|"setting"
---@param ... any
function test_world:input(event, ...) end

---The value of a monitor now.
---@param name string
---@return number
function test_world:monitor(name) end

---The state hash: equal for equal worlds.
---@return string
function test_world:hash() end

---Close it now.
function test_world:close() end
