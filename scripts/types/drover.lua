---@meta
-- Made by the build from the catalogue and interface.lua: edits are lost.

-- What scripts find in `require "drover"`, for editors that run lua-language-server. Drover itself never loads this.
-- luacheck: ignore (nothing here is run)

-- @topic start A scenario from scratch
-- A scenario is a Lua file, or a folder with a `main.lua`, that returns `drover.scenario { … }`. The scenario lists its
-- kinds of agents and spawns some of them in `setup`. A kind says what its agents look like and what they want. The
-- example below is complete. Save it as ants.lua:
--
--     drover run ants.lua              in a window; keeps running as you save
--     drover run ants.lua --headless --ticks 600
--     drover check ants.lua            reports mistakes without running it
--     drover check ants.lua --ticks 1  runs setup and that many ticks, too
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
-- or `drover.mouse`. Kinds are one name or a list of names. The cap is the speed that an agent wants: the `speed` of its
-- state, at most its `max_speed`. To evaluate to zero means not to push at all.

-- @topic tick The order of a tick
-- A second has 60 ticks unless the scenario sets `tick_rate`. Each tick runs in this order:
--
--     1. input   callbacks for mouse, keyboard, sliders, and tools
--     2. sense   every agent perceives the world as it is now, and its
--                guards are tested against what it perceived
--     3. update  timers that are due, by tick and in the order in which
--                they were set; the scenario's update; elections for
--                groups that have no leader
--     4. decide  agent by agent, by id: the first guard that holds
--                switches the state (leave the old, enter the new);
--                then the kind's step; then the state's step. After
--                all agents, functions passed to steer.custom
--     5. steer   every agent's blend, plus what its step applied, using
--                the world as sensed
--     6. move    springs pull; every body, by its force; then the edges
--                of the world
--     7. fields  what was added in this tick arrives, spreads, and
--                evaporates
--
-- A kind's `interrupts` come first, then its `on`, then the state's `on`. In each list the first guard that holds wins. If
-- a guard's function returns nil, the guards after it get their chance. A state's `step`
-- already runs in the tick that entered the state, and may switch again. If the kind's `step` and the state's `step` both
-- return a state, the second switch waits for the agent's next turn.
-- All guards are tested in `sense`, before the first function runs, so what a guard found may no longer hold: an agent
-- earlier in the same tick may have removed what your slot held. Test the slot for nil first:
-- `if not self.food then return "searching" end`.
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
-- starting with a digit. Slots and memory become fields of the agent, so they cannot have the name of a
-- field or method that every agent has. `drover help agent` lists those; `seen`, `heard`, `group`, `state`, `speed`,
-- `label`, and `world` are easy to hit. A slot or memory can have the name of a property of the body, such as `stride`,
-- and hides it; but not `mass`, `radius`, `max_speed`, `max_force`, `sight_range`, `sight_angle`, or `hearing_range`.
-- Do not name a slot after a kind, either: `when.near("seed", 1)` could mean both, and is refused. Kinds that use
-- schemas and plans, trees, utility, subsumption, or interrupts remember things in `self.schema`, `self.tree`,
-- `self.utility`, `self.subsumption`, and `self.monitors`, so those names are taken there. In a kind with interrupts,
-- no state can be called "resume".
-- Assigning a global is an error, and so is reading one that does not exist: write `local`. Modules share what they
-- return. Unknown keys, fields, kinds, states, slots, colors, and settings are errors that suggest the nearest name.

-- @topic slots Slots: what behaviors and guards refer to
-- `slots` declares a kind's slots by name and type: "agent", "point", "pose", "vector", "number", "group", "obstacle",
-- "surface", "path", "flow", or "region". A slot is a field of each agent. It is nil until a script assigns it, a guard
-- fills it (`as = "threat"`), or `world:spawn("ant", { nest = { 0, 0 } })` sets it.
-- Behaviors and guards refer to a slot by name: `target = "threat"`. Wherever they take a number, they also take the
-- name of a number slot: `speed = "pace"`. `target = "group.leader"` and `target = "group.goal"` reach the slots of the
-- agent's group. When an agent is removed, the slots that held it read nil.
-- A behavior whose slot is empty does nothing; a `target` that can be left out counts as left out. No guard about an
-- empty slot holds, not even `when.far("prey", 9)`; so `~when.near("prey", 9)` does.
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
-- line, `--set name=value` sets one. The scenario's `setting` function runs after somebody has changed one, by the window
-- or a command, not after a script has.

-- @topic modules Modules and require
-- `require "wolf"` runs wolf.lua in the scenario's folder and returns what it returns; `require "animals.wolf"` is
-- animals/wolf.lua. Every save loads all modules again. `require "drover"` is the engine. `require "pedestrian"` is a
-- library of people who walk the way measured people do, and `require "tiled"` reads maps drawn with Tiled. No other
-- modules exist: no `io`, `os`, `debug`, or `package`.

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
-- key. The window itself uses `space` (pause), `.` and `,` (step, step back), `backspace` (rewind), `1` to `9` and `[`
-- `]` (speed), `+`, `=`, and `-` (zoom), `left` `right` `up` `down` (move), `f` or `home` (show everything), `t`
-- (trails), `h` (what the selected agent thinks), `m` (map of how many are where), `r` (reload), `u` (undo a reload),
-- `c` (compare), `p` (watch the files or not), `v` (follow), `o` (from above), `b` (bookmark a tick), `tab` (the
-- panel), `i` (the inspector), `n` (pin), `f1` (list these keys), the backquote (console), `f5` (start again), `delete`
-- (while arranging), and `escape` (deselect). The left button selects an agent, the others drag, the wheel zooms.
-- `keypressed` runs for those keys too.

-- @topic recipes Recipes for common needs
-- - Food, seeds, and other items: a kind with `body = { locomotion = "fixed" }`. Agents see items and go to them;
--   `self.food:remove()` eats one, unless another agent ate it earlier in the same tick: then `self.food` is nil.
-- - A heap that shrinks: many small items scattered over a region; or one fixed agent with its `amount` in memory and no
--   `look.size`, whose `radius` you assign: its picture follows.
-- - Trails, pheromones, smoke, panic: a field, see `drover help trails`.
-- - A nest, home, or post: a slot of type "point", set in `init` or `world:spawn`. `steer.arrival` goes there;
--   `when.arrived` or `when.near` tells when.
-- - A mark on the ground, below the agents: `drover.terrain("nest", { color = "sienna" })` and
--   `world:region { shape = { sphere = { x = 0, y = 0, radius = 2 } }, terrain = "nest" }`. What `draw` draws goes over
--   the agents. The color of an agent's outline shows its state; `color` in the state chooses it.
-- - A picture: `--screenshot nest.png` draws the last tick, with the title and the counts but no other panels.
-- - A route around houses: `self.way = self.world:plan(self, self.goal)` with `steer.path_following { path = "way" }`; or
--   `schema.path { target = "goal", done = "shopping", failed = "lost" }`, which plans by itself. Both ends must be
--   outside every obstacle, and the goal farther from it than `clearance`. So give a house a door: a point in front of it.
--   Otherwise the schema fails each time; `self.schema.reason` says why.
-- - People: `require "pedestrian"`; `drover help avoidance` for walkers who miss each other.
-- - Timers: `when.after(5)` in a state, `when.every(2)`; in Lua, `self:after(5, "wake")` calls `timers.wake` of the kind.
-- - Chance: `when.chance(0.2)` per second; in a step, `self:random() < 0.2 * dt`. Per event: `when.every(5, { chance = 0.2 })`,
--   and so for `when.hears`, `when.collided`, and `when.arrived`. There, `& when.chance(0.2)` would count per second.
-- - Infecting or alerting neighbors: `for other in self:neighbors("person", 2) do other.ill = true end`, or `self:emit`
--   and `when.hears`.
-- - Turning into another kind: `self:turn_into "zombie"`.
-- - A score: `world.memory.score`, shown by `monitors` or `draw`.
-- - Day and night: a toggle, a value in `world.memory`, or an event for everybody: `world:emit("night")`.
-- - Thousands of agents: no `step`, or one with `think = 10`; leave the work to blends and guards. Use
--   `drover.setting` instead of numbers, and tune it while it runs.
-- - Staying inside: `bounds` with `edge = "contain"`, or "wrap" to come back in on the other side: `drover help wrap`.

-- @topic avoidance Keeping clear of others
-- Which behavior avoids what, and how to blend it with `go`, the behavior that leads to the goal:
--
--     few walkers         blend.priority { steer.unaligned_avoidance {}, go }
--     people              blend.sum { go, steer.people_avoidance {} }
--     many, gently        blend.weighted { go,
--                           { steer.predictive_avoidance {}, 2 } }
--     a crowd             steer.reciprocal_avoidance { target = "goal" }
--     a queue             steer.queueing { target = "counter" }
--     vehicles at large   as for few walkers
--     cars in lanes       steer.path_following { path = "lane" }, with
--                           speed = "limit", a number slot set in `step`
--     houses, trees       steer.obstacle_avoidance {}, first in a priority
--     a planned path      `reflexes` of schema.path, as below
--     many to one goal    steer.flow_following with `direction_only`, of a
--                           flow from `world:flow_to`
--
-- `reciprocal_avoidance` and `queueing` go to their target by themselves. samples/plaza compares three of these,
-- samples/traffic has cars in lanes. `drover help pedestrian` has people who move the way measured people do.
-- `schema.path` takes no `steer`: `reflexes` adds steering to it. The plan goes around obstacles, not around people, so
-- an agent that stands in a narrow gap can block it; `when.stuck(3)` notices that.
-- The example walks a planned route among people.

-- @topic trails Trails and pheromones
-- A trail is a field: an amount in each cell of the ground. `drover.field` says how fast it evaporates and spreads.
-- `leaves = { scent = 2 }` in a kind or state lets agents leave it where they go, and `steer.climb` follows it.
-- `when.field` notices it, and `world:field("scent")` adds, reads, and sums up amounts.
-- The window and pictures draw a field as a heat map, from clear at 0 to its `color` at `max`.
-- A trail leads both ways and is strongest at the nest, so `climb` alone turns ants back: blend it with `steer.flee` from
-- the nest, as in the example. Where food comes and goes near the nest, as in samples/ants, ants do well without.
-- One pass leaves about `leaves` · `cell` / speed in a cell: 0.3 in the example. Choose `above` of `when.field` below that,
-- and `max` a dozen passes or more above it.
-- Agents that always climb follow the last trace of a scent for minutes. Let them climb in a state of its own, where
-- `when.field` finds enough. samples/ants has such trails, and samples/fire has heat.
-- Agents read what was there at the start of the tick, so the order in which they run does not matter.
-- What has to keep a direction, such as a current, is a flow: `flow:paint(x, y, radius, vx, vy, strength)` moves its
-- velocity toward vx, vy by `strength` (0 to 1) in the middle of a disc, and by less toward its edge.

-- @topic wrap Worlds that wrap
-- With `edge = "wrap"`, agents that leave on one side come in on the other. Distances, directions, behaviors, guards, and
-- sight take the shortest way, across the edge where that is shorter. `other.x - self.x` does not: use
-- `self:distance(other)` and `self:bearing(other)`.
-- `world:plan` and `schema.path` plan across the edge too, unless `boundary` says where to stay. `world:path` joins its
-- points as they are: from { 45, 0 } to { -45, 0 } it leads through the middle, and from { 45, 0 } to { 55, 0 } across
-- the edge. Agents follow either kind of path across the edge.
-- The other edges: "contain" keeps agents inside, "open" lets them leave.

-- @topic mistakes Common mistakes
-- - `on` is a list of entries, so a single one has two pairs of braces: `on = { { when.near("den", 2), "resting" } }`.
-- - Behaviors take their parameters by name, and places through slots: `steer.seek { target = "food" }` with
--   `slots = { food = "point" }`. Guards take the first ones by position: `when.near("food", 2)`.
-- - Methods take a colon: `self:sees("wolf")`, `world:count("ant")`. The functions of `drover` and `draw` take a dot.
-- - `step` belongs to a kind or a state, `update` to the scenario.
-- - Guards combine with `&`, `|`, and `~`. `when.a() and when.b()` is just `when.b()`, because Lua sees two true values.
-- - Obstacles stop bodies but do not steer them: an agent that heads for a place behind one stops at it. Add
--   `steer.obstacle_avoidance {}` for agents that should go around them.
-- - Every `world:new_group("pack")` makes another group. Keep the first one, and pass it to `world:spawn` as `group`.
-- - After `when.near("food", 1)` held, `self.food` can still be nil in its function: an agent earlier in the same tick may
--   have removed it. Start with `if not self.food then return end`.
-- - A number slot that was never set counts as not given: as `speed`, it means `max_speed`.
-- - A kind's `interrupts` are guards that put the present state aside. A scenario's `monitors` are numbers to plot.
-- - A path made by `world:plan` stays in the world until `path:remove()`. Remove the old one when you plan again.
-- - So does a flow made by `world:flow_to`, which is computed again and again: make one for all who go to the same place.
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

---A number, or where to read one every tick: the name of a number slot, a slot path, or `drover.setting "name"`.
---@alias drover.quantity number|string|drover.setting

---The name of a slot, or a slot path: "group.leader", "group.quarry".
---@alias drover.slot_name string

---What to steer toward: a slot's name or path, a point, or `drover.mouse`.
---@alias drover.target drover.slot_name|drover.point|drover.mouse

---Kinds, by name or as returned by `drover.kind`: one, or a list. nil means all kinds.
---@alias drover.kinds string|drover.declared_kind|(string|drover.declared_kind)[]

---The name of a state of the kind.
---@alias drover.state_name string

---The name of an event: what `emit` sends and `hears` waits for.
---@alias drover.event_name string

---The name of a field that `drover.field` declares.
---@alias drover.field_name string

---A color: one of the names that `drover help colors` lists ("tan", "skyblue"), or "#rrggbb" or "#rrggbbaa".
---@alias drover.color drover.color_name|string

---The current value of a setting, read every tick.
---@class drover.setting

---The mouse as a target. It is empty while the mouse is outside the window.
---@class drover.mouse

---Declares a field of memory that starts without a value.
---@class drover.none

---A behavior or a blend.
---@class drover.steering

---What a function of `steer` returns. Use it as `steer`, in a blend, or with `self:apply`.
---@class drover.behavior: drover.steering

---What a function of `blend` returns. Use it as `steer`, or in another blend. While modules load, it can be read as a
---list: `#blend` is the number of its parts, and `blend[1]` the first one, as it was written.
---@class drover.composition: drover.steering
---@field [integer] drover.steering|drover.part its parts

---One thing that an agent dislikes about a step or a velocity. Used in `stress` lists.
---@class drover.stress_behavior

---A condition. Guards combine: `a & b`, `a | b`, `~a`.
---@class drover.guard
---@operator band(drover.guard): drover.guard
---@operator bor(drover.guard): drover.guard
---@operator bnot: drover.guard

---What `drover.kind` returns. Use it wherever its name can go.
---@class drover.declared_kind
---@field name string that it was declared with

---What `drover.group` returns. Use it wherever its name can go.
---@class drover.declared_group
---@field name string that it was declared with

---What `drover.surface` returns. Use it wherever its name can go.
---@class drover.declared_surface
---@field name string that it was declared with

---What `drover.flow` returns. Use it wherever its name can go.
---@class drover.declared_flow
---@field name string that it was declared with

---What `drover.field` returns. Use it wherever its name can go.
---@class drover.declared_field
---@field name string that it was declared with

---What `drover.link` returns. Use it wherever its name can go.
---@class drover.declared_link
---@field name string that it was declared with

---What `drover.terrain` returns. Use it wherever its name can go.
---@class drover.declared_terrain
---@field name string that it was declared with

---What `drover.model` returns, for `model` of a kind.
---@class drover.declared_model

---What `drover.by` returns, for `color` of a look.
---@class drover.color_map

---What `drover.slider`, `drover.toggle`, `drover.choice`, and `drover.button` return, for `settings` of a scenario.
---@class drover.setting_declaration

-- Vectors

---A vector, made by `drover.vec`. Vectors are immutable and compare by component.
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

---Its components as three numbers.
---@return number x, number y, number z
function vector:unpack() end

-- Agents

---A handle on an agent: equal by value, and usable as a table key. The slots and memory of its kind are fields too.
---Using the handle of a removed agent is an error, except for `alive`. If you assign a property of its body or senses,
---such as `mass` or `sight_range`, this agent keeps its own value until you set it to nil.
---@class drover.any_agent: drover.own_properties
---@field x number m, from -1e9 to 1e9, like all places
---@field y number m
---@field z number m, up
---@field vx number m/s; no faster than 1e6. Assigning a velocity turns the agent that way
---@field vy number m/s
---@field vz number m/s
---@field heading number rad, 0 along +x, counterclockwise; from -1e6 to 1e6, like all headings. Assigning it turns the velocity, too, and keeps the speed
---@field color drover.color its own, until set to nil
---@field label? string shown beside it in the window and in pictures, where it covers no other label
---@field group? drover.group the group it belongs to; assign another one, or nil to leave it
---@field id integer read-only, like all fields from here to `world`
---@field kind string the name of its kind
---@field state? drover.state_name nil if the kind has no states
---@field state_time number s since it entered its state
---@field alive boolean false once it was removed; always safe to read
---@field speed number m/s
---@field position drover.vector m
---@field velocity drover.vector m/s
---@field forward drover.vector of length 1
---@field up drover.vector of length 1
---@field posture number 0 to 1: its height as a share of its standing height; below 1 while it ducks
---@field world drover.world the world it lives in
local agent = {}

---Add a behavior, times a weight, to this tick's blend. In a step with `think`, it stays in effect until the next
---step.
---@param behavior drover.behavior one that was made while the module loaded
---@param weight? number 1 by default
function agent:apply(behavior, weight) end

---Steer by one of the kind's `blends` until the state changes. Without a name, go back to the state's own `steer`.
---@param name? string
function agent:steer(name) end

---Switch to a state as soon as the callback returns. Another agent switches at its next turn. Not allowed in `enter`
---and `leave`.
---@param state drover.state_name
function agent:become(state) end

---Turn into an agent of another kind, when `become` would switch: as soon as the callback returns, or another agent at
---its next turn. It begins in the kind's initial state: `leave` and then that state's `enter` run, each with nil. Its
---handle, place, velocity, group, and label stay, and so do the slots and memory that both kinds have; what was
---assigned to its body and color does not. Not allowed in `enter` and `leave`.
---@param kind string|drover.declared_kind
---@param values? table<string, any> slots and memory of the new kind
function agent:turn_into(kind, values) end

---The distance to another agent or a place, center to center.
---@param other drover.any_agent|drover.point|number another agent, a place, or its x
---@param y? number
---@param z? number
---@return number distance m
function agent:distance(other, y, z) end

---The direction of another agent or a place, relative to the agent's heading: positive to the left.
---@param other drover.any_agent|drover.point|number another agent, a place, or its x
---@param y? number
---@param z? number
---@return number bearing rad, from −π to π
function agent:bearing(other, y, z) end

---The vector from the agent to another agent or a place; in a world that wraps, the shortest one.
---@param other drover.any_agent|drover.point|number another agent, a place, or its x
---@param y? number
---@param z? number
---@return number dx, number dy, number dz
function agent:offset(other, y, z) end

---A place in the agent's own frame: how far ahead of it, to its left, and above it.
---@param other drover.any_agent|drover.point|number another agent, a place, or its x
---@param y? number
---@param z? number
---@return number ahead, number left, number up m
function agent:to_local(other, y, z) end

---The place in the world that is this far ahead of the agent, to its left, and above it.
---@param ahead drover.point|number
---@param left? number
---@param up? number
---@return number x, number y, number z m
function agent:to_world(ahead, left, up) end

---Send an event to all agents within a radius. They hear it in the next tick, unless it is beyond their own hearing
---range.
---@param name drover.event_name
---@param radius number m
---@param about? drover.any_agent
function agent:emit(name, radius, about) end

---Call a function under `timers` of the kind, `f(self, data)`, in the first tick that begins at least `seconds` from
---now, and never in the current one. Timers of one tick run in the order in which they were set, before `update`. When
---the agent is removed, its timers end; when it turns into another kind, only the timers that the new kind also has go
---on.
---@param seconds number of simulated time, 0 or more
---@param name string of the timer
---@param data? any what memory can keep; copied
function agent:after(seconds, name, data) end

---Cancel all of the agent's waiting timers with that name.
---@param name string
---@return integer count how many there were
function agent:cancel(name) end

---Evaluate a behavior or blend for this agent, in the world as sensed at the start of the tick.
---@param steering drover.steering
---@return number sx, number sy, number sz m/s
function agent:steering(steering) end

---A random number, at least 0 and below 1, from the agent's own stream.
---@return number
function agent:random() end

---Stop at once.
function agent:halt() end

---Turn in place, as far toward an angle as one tick allows; on legs, by one foot, which takes a step. Call it again
---for the rest.
---@param angle number rad, to the left
---@param rate? number rad/s, π by default
---@param foot? "first"|"follow" on legs: start with the foot of that side; with angle 0, bring up the foot that is behind
---@return number? turned, boolean? takes_step nil while a step is under way
function agent:turn_in_place(angle, rate, foot) end

---Remove the agent from the world. `leave` does not run, and slots that held it read nil.
function agent:remove() end

---Assign a slot without creating garbage: `self:set("goal", x, y)`. nil empties it.
---@param slot string
---@param value any a value of the slot's type, or x
---@param y? number
---@param z? number
---@param heading? number of a pose, rad
function agent:set(slot, value, y, z, heading) end

---Read a slot without creating garbage: x, y, z of a point or vector, plus the heading of a pose; for other types, its
---value.
---@param slot string
---@return any value_or_x, number? y, number? z, number? heading
function agent:get(slot) end

---Link the agent to another one, with a type that `drover.link` declares. If they already are linked that way, nothing
---changes. The link ends when one of them is removed. It stays when one turns into another kind.
---@param name string|drover.declared_link
---@param other drover.any_agent
function agent:link(name, other) end

---End the link to another agent.
---@param name string|drover.declared_link
---@param other drover.any_agent
---@return boolean unlinked whether there was one
function agent:unlink(name, other) end

---Whether the agent is linked to another one. For a directed type: whether a link leads from it to the other.
---@param name string|drover.declared_link
---@param other drover.any_agent
---@return boolean
function agent:linked(name, other) end

---The agents that it is linked to, in the order in which they were linked. For a directed type, these are the agents
---that its links lead to, or, with "in", those whose links lead to it. The list is a copy.
---@param name string|drover.declared_link
---@param way? "out"|"in" where they lead; "out" by default
---@return drover.agent[] others
function agent:links(name, way) end

---Given an agent or an obstacle: return it if the agent perceives it: of an obstacle the nearest point, the one
---straight ahead, a corner, the middle of a side, or one side of a round one. Given kinds, or nothing: return the
---nearest agent of those kinds that it perceives.
---@param who? drover.any_agent|drover.obstacle|drover.kinds
---@return drover.agent|drover.obstacle|nil seen
function agent:sees(who) end

---Whether no obstacle stands between the agent and another agent or a place. Its heading and range of sight do not
---matter.
---@param other drover.any_agent|drover.point|number another agent, a place, or its x
---@param y? number
---@param z? number
---@return boolean
function agent:in_sight(other, y, z) end

---Add the obstacles it sees to a list, unless they are in it already, and drop those that no longer exist. Keep the
---list in memory to let the agent learn a map: `self:discover(self.known)`.
---@param known drover.obstacle[]
---@return integer discovered how many were new
function agent:discover(known) end

---Where the agent believes the agent in a slot to be, and whether it perceives it there. While it does not, its
---behaviors and the guards `near`, `far`, and `arrived` use a place that is off by up to `sight.uncertainty`.
---@param slot string
---@return number? x, number? y, number? z, boolean? sure
function agent:supposed(slot) end

---Iterate over the agents it perceives, nearest first: `for other, distance in self:seen("wolf") do`.
---@param kinds? drover.kinds
---@param range? number m
---@return fun(): drover.agent, number
function agent:seen(kinds, range) end

---Iterate over the agents within a radius, perceived or not, nearest first, except itself.
---@param kinds drover.kinds|nil
---@param radius number m
---@return fun(): drover.agent, number
function agent:neighbors(kinds, radius) end

---Count the agents within a radius, perceived or not, except itself.
---@param kinds drover.kinds|nil
---@param radius number m
---@return integer
function agent:count(kinds, radius) end

---The nearest agent within a radius, perceived or not.
---@param kinds? drover.kinds
---@param radius? number m, unlimited by default
---@return drover.agent? nearest, number? distance
function agent:nearest(kinds, radius) end

---What a ray from its center meets first: `self:ray(dx, dy, length)`. It is the nearest obstacle that blocks movement,
---or the nearest body of another agent, as at the start of the tick. The direction is the world's and may be a vector:
---`self:ray(self.forward, 5)`. If the ray meets nothing, its length and nil are returned. If the center is inside
---something, the ray meets that at distance 0 if it leads deeper into it, and otherwise ignores it. Where the world
---wraps, the ray crosses the edges; it ends after a thousand times the shortest side.
---@param dx drover.point|number the direction, or its x
---@param dy number or the length behind a vector
---@param length? number|drover.kinds m, or the kinds behind a vector
---@param kinds? drover.kinds the agents that it can meet: all by default, none for `{}`
---@return number distance, drover.agent|drover.obstacle|nil what
function agent:ray(dx, dy, length, kinds) end

---An event that was emitted in the previous tick and reached this agent: its sender (true if that one is gone, or if
---the world sent it), the agent it is about, and where it happened.
---@param name drover.event_name
---@return drover.agent|true|nil source, drover.agent? about, number? x, number? y, number? z
function agent:heard(name) end

---An agent whose kind editors do not know.
---@class drover.agent: drover.any_agent
---@field [string] any its slots and memory

-- `drover check --types` puts the scenario's own kinds here.
---@alias drover.self drover.agent

-- Groups

---A group made by `world:new_group`. `#group` is the number of members. The slots and memory that `drover.group`
---declared are fields too.
---@class drover.group
---@field leader? drover.agent can be assigned; nil while nobody leads
---@field kind string the name it was declared with
---@field world drover.world the world it is in
---@field [string] any its slots and memory
---@operator len: integer
local group = {}

---Iterate over its members, by id: `for member in group:members() do`.
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
---@field radius number m, of its bounding ball
---@field alive boolean false once it was removed
---@field hollow boolean whether only its surface is an obstacle
---@field blocks_sight boolean can be assigned, like the next two: a door that opens
---@field blocks_movement boolean see blocks_sight
---@field blocks_planning boolean see blocks_sight
local obstacle = {}

---Remove it from the world.
function obstacle:remove() end

---A path made by `world:path` or `world:plan`.
---@class drover.path
---@field length number m
---@field radius number m, of its tube
---@field closed boolean whether the end connects back to the start
---@field alive boolean false once it was removed
local path = {}

---The place at a distance along the path, and the path's heading there.
---@param s number m along the path
---@return number x, number y, number z, number heading
function path:point(s) end

---Project a place onto the path: how far along the nearest point is, and how far the place is from it, positive to the
---left of the path, negative to the right.
---@param x drover.point|number
---@param y? number
---@param z? number
---@return number s, number side m
function path:project(x, y, z) end

---The first obstacle that the path passes closer than a clearance, and how far along; nil if the path is free.
---@param clearance? number m, 0 by default
---@param known? drover.obstacle[] only these count; by default all do
---@param from? number m along the path, where to start; 0 by default
---@return drover.obstacle? obstacle, number? s
function path:blocked(clearance, known, from) end

---Remove it from the world.
function path:remove() end

---A flow field made by `world:flow`: a velocity for each cell of a grid. Or one made by `world:flow_to`: a direction,
---which cannot be set or painted.
---@class drover.flow
---@field name? string that it was declared with; nil if `world:flow_to` made it
---@field alive boolean false once it was removed
---@field still? string why a flow of `world:flow_to` could not be renewed, or leads to no goal: "the goals are gone"; nil as long as it does
local flow = {}

---The velocity at a place, interpolated between cells.
---@param x drover.point|number
---@param y? number
---@param z? number
---@return number vx, number vy, number vz m/s
function flow:at(x, y, z) end

---Set the velocity of the cell at a place: `flow:set(x, y, vx, vy)`; in a volume also z and vz, or two vectors.
---@param place drover.point|number
---@param velocity drover.point|number
---@param ... number
function flow:set(place, velocity, ...) end

---Blend a velocity into all cells within a radius: `flow:paint(x, y, radius, vx, vy, strength)`, or with vectors. In
---the middle, a strength of 1 replaces what was there; at a distance d, the strength is multiplied by 1 − (d /
---radius)².
---@param place drover.point|number
---@param radius number m
---@param velocity drover.point|number
---@param ... number
function flow:paint(place, radius, velocity, ...) end

---Remove it from the world.
function flow:remove() end

---Amounts on the ground, one for each cell of a grid; see `drover.field`.
---@class drover.field
---@field name string that it was declared with
---@field max number the most that a cell can hold
---@field alive boolean false once a reload has removed it
local field = {}

---Add an amount: `field:add(x, y, amount, radius)`. With a radius, it is spread evenly over the cells within that
---distance; without one, all of it goes into a single cell. A negative amount is taken away. What is added during a
---tick arrives when the tick ends. Outside the bounds, nothing is added. A cell keeps at most `max`: an amount that
---all its cells together cannot hold is cut, with a warning for each line.
---@param place drover.agent|drover.point|number
---@param amount number
---@param ... number
function field:add(place, amount, ...) end

---The amount in the cell at a place, as of the start of the tick; 0 outside the bounds.
---@param place drover.agent|drover.point|number
---@param y? number
---@return number amount 0 to `max`
function field:at(place, y) end

---Set the amount in every cell, or draw an image over the whole world: white fills a cell to its `max`, and black
---leaves it empty. The image spans the bounds, with its top at the highest y. Each cell gets the mean of the pixels
---that it covers.
---@param what number|drover.image
---@param options? drover.fill_options for an image
function field:fill(what, options) end

---How fast the amount grows along x and y, measured between the neighbors of the cell at a place. It points toward
---larger amounts.
---@param place drover.agent|drover.point|number
---@param y? number
---@return number gx, number gy per m
function field:gradient(place, y) end

---The center of the cell that holds the most, and its amount; nil if no cell's center is in the region.
---@param region? drover.region the whole world by default
---@return number? x, number? y, number? amount
function field:highest(region) end

---Set the amount in the cell at a place: `field:set(x, y, amount)`.
---@param place drover.agent|drover.point|number
---@param amount number
---@param ... number
function field:set(place, amount, ...) end

---The sum of the amounts in all cells, or in those with their centers in a region.
---@param region? drover.region
---@return number amount
function field:total(region) end

---How `field:fill` reads an image.
---@class (exact) drover.fill_options
---@field amount? number what white stands for, from 0 to the field's `max`; `max` by default
---@field channel? "brightness"|"red"|"green"|"blue"|"alpha" what counts; "brightness" by default: 0.2126 · red + 0.7152 · green + 0.0722 · blue, times alpha, of the values in the file, without gamma

---A picture that `drover.image` or `drover.data` has read, for `field:fill`. Images are immutable.
---@class drover.image
---@field width integer in pixels
---@field height integer in pixels
local image = {}

---The color of a pixel: its red, green, and blue, and its alpha, which is 0 where the image is transparent.
---@param x integer 1 at the left, `width` at the right
---@param y integer 1 at the top, `height` at the bottom
---@return number red, number green, number blue, number alpha 0 to 1, in steps of 1/255, or of 1/65535 if the file has 16 bits
function image:at(x, y) end

---Points, lines, and polygons that `drover.data` has read from a WKT file, to measure, and for `world:build`. It does
---not change. `#geometry` is the number of its parts and `geometry[1]` the first one.
---@class drover.geometry
---@field type string as WKT has it: "POINT", "LINESTRING", "POLYGON", "MULTIPOINT", "MULTILINESTRING", "MULTIPOLYGON", or "GEOMETRYCOLLECTION"
---@field bounds? drover.geometry_bounds the smallest rectangle around it; nil if it is empty
---@field area number m², without the holes
---@field length number m, of lines, and of the outlines of polygons and holes
---@field holes integer how many a polygon has
---@field [integer] drover.geometry its parts
local geometry = {}

---Whether an agent or place is in one of its polygons, or on an edge.
---@param place drover.any_agent|drover.point|number an agent, a place, or its x
---@param y? number
---@return boolean
function geometry:contains(place, y) end

---Visit its parts: `for part in plan:parts() do`. A point, line, or polygon is its own only part.
---@return fun(): drover.geometry?
function geometry:parts() end

---The places of a point or line, the corners of a polygon, or those of one of its holes.
---@param hole? integer 1 for the first one; by default, the polygon's outline
---@return drover.vector[]
function geometry:points(hole) end

---The smallest rectangle around a geometry or a map.
---@class drover.geometry_bounds
---@field min drover.vector m, where x and y are least
---@field max drover.vector m, where they are most

---A region made by `world:region` or `world:terrain`.
---@class drover.region
---@field x number m, of its middle
---@field y number m
---@field z number m
---@field speed number desired speeds inside are multiplied by this; can be assigned
---@field terrain? string the terrain it carries; can be assigned, and is then on top
---@field alive boolean false once it was removed
local region = {}

---Whether an agent or place is inside.
---@param place drover.any_agent|drover.point|number an agent, a place, or its x
---@param y? number
---@param z? number
---@return boolean
function region:contains(place, y, z) end

---Remove it from the world.
function region:remove() end

---A surface made by `world:surface`.
---@class drover.surface
---@field name string that it was declared with
---@field alive boolean false once it was removed
local surface = {}

---The nearest point on the surface, and the normal there.
---@param x drover.point|number
---@param y? number
---@param z? number
---@return number x, number y, number z, number nx, number ny, number nz
function surface:nearest(x, y, z) end

-- Shapes

---Exactly one of these shapes.
---@class (exact) drover.shape
---@field sphere? drover.shape.sphere a ball, in the plane a disc
---@field box? drover.shape.box upright, turned by its heading
---@field polygon? drover.point[] its corners
---@field wall? drover.shape.wall a line between two points
---@field cylinder? drover.shape.cylinder upright
---@field color? drover.color of an obstacle in the window

---A shape, and what the obstacle blocks: everything, unless it says otherwise. It stops bodies that are `solid`, as they
---are by default: they slide along it. One inside is moved out on the nearest side, and a warning says so.
---@class (exact) drover.obstacle_definition: drover.shape
---@field blocks? drover.obstacle_definition.blocks what it blocks; everything by default
---@field hollow? boolean only its surface is an obstacle, from either side: agents inside stay inside; not for a wall

---@class (exact) drover.obstacle_definition.blocks
---@field sight? boolean for kinds whose sight is `occluded`; false for a window
---@field movement? boolean it stops bodies, and avoidance behaviors go around it; false for a curtain
---@field planning? boolean `world:plan` goes around it; same as `movement` by default

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

---The world: the first argument of all the scenario's callbacks, and `self.world` of an agent.
---@class drover.world
---@field settings drover.settings by name: `world.settings.herd`
---@field memory table<string, any> data of the scenario, kept through reloads; see memory
---@field visibility number m, how far anyone can see; math.huge in clear air; can be assigned
---@field bounds drover.world_bounds min, max and edge; read-only
---@field tick integer how many ticks have passed
---@field time number s
---@field dt number s, of one tick
---@field seed integer that all random numbers come from
---@field mouse? drover.vector m, where the mouse is; nil while it is outside the window
---@field draw drover.draw draws for one tick
local world = {}

---Spawn an agent. It is sensed, stepped, and steered from the next tick on.
---@param kind string|drover.declared_kind
---@param def? drover.birth
---@return drover.agent
function world:spawn(kind, def) end

---Spawn many agents at random places, clear of obstacles and each other: anywhere within the bounds, or evenly over a
---region: `world:scatter("sheep", 20, { region = meadow })`. Their bodies can cover about half of a region. If they
---need more, it fails.
---@param kind string|drover.declared_kind
---@param count integer
---@param def? drover.scattering
function world:scatter(kind, count, def) end

---Take an agent out of the world.
---@param agent drover.any_agent
function world:remove(agent) end

---Iterate over the agents, as they are now, by id: `for wolf in world:agents("wolf", { state = "running" }) do`.
---@param kinds? drover.kinds
---@param filter? drover.agent_filter
---@return fun(): drover.agent
function world:agents(kinds, filter) end

---Count the agents, as they are now.
---@param kinds? drover.kinds
---@param filter? drover.agent_filter
---@return integer
function world:count(kinds, filter) end

---The agent nearest to a place: `world:nearest("wolf", x, y, z, radius)` or `world:nearest("wolf", place, radius)`. It
---goes by where agents were at the start of the tick, so in `setup` it finds nobody.
---@param kinds drover.kinds|nil
---@param x drover.point|number
---@param y? number or the radius behind a place
---@param z? number
---@param radius? number m, unlimited by default
---@return drover.agent? nearest, number? distance
function world:nearest(kinds, x, y, z, radius) end

---A list of the agents around a place, nearest first and ties by id: `world:neighbors(x, y, 5, { kind = "wolf" })`.
---Like all that agents perceive, they are where they were and in the state they were in at the start of the tick. The
---place may be a point or an agent, too: `world:neighbors(place, radius)`.
---@param x drover.any_agent|drover.point|number a place, or its x
---@param y number or the radius behind a place
---@param radius? number|table m, or the options behind a place
---@param options? drover.neighbor_options
---@return drover.agent[]
function world:neighbors(x, y, radius, options) end

---Make an obstacle. It stops bodies, unless their `solid` is false. Avoidance behaviors and plans go around it; agents
---that steer by something else stop at it.
---@param shape drover.obstacle_definition
---@return drover.obstacle
function world:obstacle(shape) end

---Build what a geometry of a file describes, all of it or, if something is wrong, nothing. Obstacles are made of
---polygons, and of lines a wall for each straight part; with `walkable`, agents walk inside the polygons, whose holes
---are the obstacles. Regions are made of polygons without holes, paths of lines; one that ends where it begins is
---closed. Polygons may not overlap as obstacles. An outline has at most 256 points. Of an image, terrain is made by
---colors: it spans the bounds, with its top where y is highest, and pixels of other colors leave the ground as it is.
---@param from drover.geometry|drover.image
---@param options drover.build_options
---@return (drover.obstacle|drover.region|drover.path)[] in the order of the file, a polygon's outline before its holes
function world:build(from, options) end

---Make a path through points, for behaviors such as `steer.path_following`.
---@param def drover.path_definition
---@return drover.path
function world:path(def) end

---Plan a route around the obstacles and make a path of it, with a tube one cell wide. If there is no route, return nil
---and the reason. The route is the one that takes least: a meter counts as (1 + weight) / speed meters on terrain, and
---more near those to `avoid`. Both ends must be outside every obstacle, and `to` farther from it than the clearance:
---for a house, a point in front of its door. Where the world wraps, the route may lead across the edge. Gaps narrower
---than twice the clearance count as closed; gaps three cells wider than that count as open. A gap in between may be
---missed by the first search. Where that finds no way, or one more than a tenth longer than the straight line, a
---second one looks into such gaps, too, which can take several times as long. It may miss a gap where a cell holds
---several, or one between an obstacle and the boundary: use a finer `resolution` where that matters. Plans of the same
---tick to the same goal, with the same options, share their searches. Remove a path when it is no longer needed:
---`path:remove()`. All plans of one tick, or of `setup`, may together search 200 million cells of the map. In a wide
---world, the map is a window around `to` that grows until its route is the best. It has at most 4,194,304 cells.
---Without a `boundary`, they are larger than `resolution` where that is not enough: with 0.25 m, if the ends are more
---than about 235 m apart along x or y.
---@param from drover.any_agent|drover.point
---@param to drover.any_agent|drover.point
---@param options? drover.plan_options
---@return drover.path? path, string? reason
function world:plan(from, to, options) end

---Make a region. It can slow agents inside it, carry a terrain, or serve `when.inside`. A region without a terrain is
---drawn as a faint patch; if you only need it for `world:scatter`, call `region:remove()` afterward.
---@param def drover.region_definition
---@return drover.region
function world:region(def) end

---Make a new group of a kind declared by `drover.group`. Each call makes another one.
---@param name string|drover.declared_group
---@return drover.group
function world:new_group(name) end

---The field declared by `drover.field` under a name. There is one of each.
---@param name string|drover.declared_field
---@return drover.field
function world:field(name) end

---All links of a type, in the order in which they were linked: `{ from, to }` of each.
---@param name string|drover.declared_link
---@return drover.agent[][] pairs
function world:links(name) end

---The flow field declared by `drover.flow` under a name. There is one of each: the first call makes it, and computes
---its `field`; after `flow:remove()`, the next call makes it again. For two winds to blend, declare two.
---@param name string|drover.declared_flow
---@return drover.flow
function world:flow(name) end

---Make a flow that leads from everywhere to the nearest of its goals, for `steer.flow_following` and for `prefer`. A
---goal is a point, an agent, or a region; several go into a list. If it cannot lead to each of them, return nil and
---the reason. From each place, the flow leads along the way that takes least, with meters that count as in
---`world:plan`, and more where it is crowded, if there is a `density`. So a hundred people with the same goal share
---one flow, where each would need a plan. The flow has a length of 1: use `direction_only` to go at full speed. It is
---zero at a goal, and where no way leads to one. It covers the world's bounds, which must be a plane. A gap narrower
---than twice the clearance is closed, and one wider than that by one and a half cells is open. Every 0.5 s of
---simulated time, the flow is renewed, so that goals and obstacles may move. When all goals are gone, it becomes zero,
---and `flow.still` says why. It goes on until `flow:remove()`, even if nobody follows it. Goals: at most 256; cells:
---at most 2²⁰ in a flow and 2²³ in all flows to goals.
---@param goals drover.point|drover.any_agent|drover.region|(drover.point|drover.any_agent|drover.region)[]
---@param options? drover.flow_to_options
---@return drover.flow? flow, string? reason
function world:flow_to(goals, options) end

---Make a surface declared by `drover.surface`.
---@param name string|drover.declared_surface
---@return drover.surface
function world:surface(name) end

---Cover the whole world with a terrain, on top of any other. Returns the region that carries it.
---@param name string|drover.declared_terrain
---@return drover.region
function world:terrain(name) end

---The name of the topmost terrain at a place.
---@param place drover.any_agent|drover.point|number an agent, a place, or its x
---@param y? number
---@param z? number
---@return string? name
function world:terrain_at(place, y, z) end

---Send an event. It is heard in the next tick.
---@param name drover.event_name
---@param def? drover.emission
function world:emit(name, def) end

---Call a function under `timers` of the scenario, `f(world, data)`, in the first tick that begins at least `seconds`
---from now, and never in the current one. Timers of one tick run in the order in which they were set, before `update`.
---@param seconds number of simulated time, 0 or more
---@param name string of the timer
---@param data? any what memory can keep; copied
function world:after(seconds, name, data) end

---Cancel all of the scenario's waiting timers with that name.
---@param name string
---@return integer count how many there were
function world:cancel(name) end

---A random number, at least 0 and below 1; with m, a whole number from 1 to m; with m and n, from m to n.
---@param m? integer
---@param n? integer
---@return number
function world:random(m, n) end

---A random point within the bounds, or within a region.
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

---The scenario's settings, by name. You can assign them.
---@class drover.settings
---@field [string] any

---The extent of the world, from the scenario's `bounds`.
---@class drover.world_bounds
---@field min drover.vector the corner with the lowest x, y and z
---@field max drover.vector the corner with the highest
---@field edge drover.edge what happens there

---What happens at the bounds: nothing ("open"), agents are kept inside ("contain"), or they come back in on the other
---side ("wrap").
---@alias drover.edge "open"|"contain"|"wrap"

---@class drover.scattering
---@field region? drover.region where; anywhere within the bounds by default
---@field heading? number rad; random by default
---@field speed? number m/s along the heading
---@field state? drover.state_name the initial one by default
---@field group? drover.group the group it joins
---@field label? string shown beside it
---@field [string] any slots and memory of the kind

---@class drover.birth
---@field x? number m, 0 by default
---@field y? number m
---@field z? number m
---@field heading? number rad; 0 by default
---@field speed? number m/s along the heading
---@field state? drover.state_name the initial one by default
---@field group? drover.group the group it joins
---@field label? string shown beside it
---@field [string] any slots and memory of the kind

---@class (exact) drover.agent_filter
---@field state? drover.state_name only agents in this state; needs exactly one kind
---@field within? drover.region only agents whose centers are in this region

---@class (exact) drover.neighbor_options
---@field kind? drover.kinds only agents of these kinds
---@field state? drover.state_name only agents in this state; needs exactly one kind
---@field within? drover.region only agents whose centers are in this region
---@field z? number m, of the place, if x and y are given; 0 by default

---@class (exact) drover.path_definition
---@field points drover.point[] at least two
---@field radius? number m, of its tube; 1 by default
---@field closed? boolean whether the end connects back to the start
---@field spline? boolean smooth, through the points

---@class (exact) drover.plan_options
---@field clearance? number m, distance kept from every obstacle; by default the radius of the agent that starts, or 0
---@field resolution? number m, of the cells of the obstacle map; 0.25 by default
---@field boundary? drover.plan_options.boundary the route stays inside; the world's bounds by default
---@field known? drover.obstacle[] only go around these, the obstacles the agent knows
---@field terrain? boolean whether terrain and the speeds of regions count; true by default
---@field kind? string|drover.declared_kind whose terrain; by default the kind of the agent that starts
---@field avoid? drover.plan_options.avoid[] agents to keep away from where a detour costs less

---@class (exact) drover.plan_options.avoid
---@field kind drover.kinds the agent that starts is not one of them
---@field radius number m, around where each of them is now
---@field cost number what a meter inside costs more, in meters of plain ground; twice that where two are near

---@class (exact) drover.plan_options.boundary
---@field min drover.point the corner with the lowest x and y
---@field max drover.point the corner with the highest

---@class (exact) drover.flow_to_options
---@field clearance? number m, from the way to every obstacle; 0 by default
---@field resolution? number m, of the cells of the flow; 0.5 by default
---@field terrain? boolean whether terrain and the speeds of regions count; true by default
---@field kind? string|drover.declared_kind whose terrain; by default what it is for kinds it is not different for
---@field density? number meters of plain ground that a meter costs more for each agent per m²; 0 by default

---@class (exact) drover.region_definition
---@field shape drover.shape `{ sphere = { x = 0, y = 0, radius = 5 } }`, or a box, polygon or cylinder
---@field speed? number desired speeds inside are multiplied by this; 1 by default
---@field terrain? string|drover.declared_terrain that it carries, on top of any other

---What `world:build` makes of a geometry, and how.
---@class (exact) drover.build_options
---@field as "obstacle"|"region"|"path"|"terrain" what to build
---@field colors? table<drover.color, string|drover.declared_terrain> for terrain of an image: `{ ["#6b4423"] = "mud" }`
---@field walkable? boolean for obstacles: agents walk inside the polygons, whose outlines are hollow and whose holes are solid
---@field hollow? boolean for obstacles: only the outlines of polygons and holes are obstacles
---@field blocks? drover.obstacle_definition.blocks for obstacles: what they block; everything by default
---@field color? drover.color for obstacles, and for regions without a terrain
---@field speed? number for regions: desired speeds inside are multiplied by this; 1 by default
---@field terrain? string|drover.declared_terrain for regions: what they carry, on top of any other
---@field radius? number for paths, m, of the tube; 1 by default
---@field spline? boolean for paths: a smooth curve through the points

---@class (exact) drover.emission
---@field at? drover.any_agent|drover.point where; the origin by default
---@field radius? number m, unlimited by default
---@field about? drover.any_agent the agent the event is about
---@field among? drover.group only its members hear it

-- Drawing

---Draws on top of the world, in meters, above the agents or below them. Drawing never changes a run.
---@class drover.draw
local draw = {}

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

---The shape of an agent, such as a tree, with its center at a point.
---@param shape drover.look_shape
---@param x number
---@param y number
---@param length number m
---@param heading? number rad, 0 by default
---@param style? drover.shape_style
function draw.shape(shape, x, y, length, heading, style) end

---A text that begins at a point, half above and half below it.
---@param text any
---@param x number
---@param y number
---@param style? drover.text_style
function draw.text(text, x, y, style) end

---Above the agents, by default, or below them.
---@alias drover.drawing_layer "above"|"below"

---@class (exact) drover.line_style
---@field color? drover.color off-white by default
---@field width? number pixels; 1.5 by default
---@field layer? drover.drawing_layer above the agents, by default, or below them

---@class (exact) drover.area_style
---@field color? drover.color off-white by default
---@field width? number pixels; 1.5 by default
---@field layer? drover.drawing_layer above the agents, by default, or below them
---@field fill? boolean fill the area instead of drawing its outline

---@class (exact) drover.shape_style
---@field color? drover.color off-white by default
---@field width? number m; as wide as the shape is at its length, by default
---@field layer? drover.drawing_layer above the agents, by default, or below them

---@class (exact) drover.text_style
---@field color? drover.color off-white by default
---@field size? number pixels; 14 by default

-- Definitions

---A guard alone keeps its slots up to date. With a state's name, it switches to the state. With a function, the
---function decides.
---@alias drover.guard_entry drover.guard|drover.transition

---An entry of an `on` list: `{ guard, "state" }`, or `{ guard, function(self) … end }`.
---@class (exact) drover.transition
---@field [1] drover.guard what has to hold
---@field [2]? drover.state_name|fun(self: drover.self): drover.state_name? a state, or a function that names one; with nil the next guards are tested

---An entry of a kind's `states`: how an agent acts while it is in this state.
---@class (exact) drover.state
---@field speed? drover.quantity m/s, the desired speed in this state; the kind's by default, or else max_speed
---@field leaves? table<drover.field_name, drover.quantity> what it leaves in fields, amount per second: at a speed v, about that · cell / v in each cell; the kind's by default, and `{}` is nothing
---@field steer? drover.steering what moves it in this state; the kind's by default
---@field stress? drover.stress_list what it minds about its next step or velocity
---@field enter? fun(self: drover.self, from: drover.state_name?) runs when an agent enters; from is nil if it was spawned in this state, or turned into this kind; must return nothing
---@field leave? fun(self: drover.self, to: drover.state_name?) runs when it leaves, before the next state's `enter`; to is nil if it turns into another kind; must return nothing
---@field step? fun(self: drover.self, dt: number): drover.state_name? runs every tick, or as often as `think` says; return the name of a state to switch, nil to stay
---@field think? integer run `step` every k-th tick only; agents take turns by id, and `dt` is the time since the last one
---@field on? drover.guard_entry[] `{ guard, "state" }` or `{ guard, function }`, tested in order; the first that holds wins
---@field color? drover.color of the rim around its agents, and in the legend; one of the window's own by default. `self.color` in `enter` and `leave` colors their bodies
---@field renamed_from? string|string[] what the state was called before, oldest name first: agents keep their state when it is renamed

-- States made of parts

---Keys besides the parts.
---@class drover.composed
---@field speed? drover.quantity m/s
---@field leaves? table<drover.field_name, drover.quantity> like a state's
---@field steer? drover.steering what moves it while no part steers
---@field stress? drover.stress_list what it minds about its next step or velocity
---@field enter? fun(self: drover.self, from: drover.state_name?) like a state's
---@field leave? fun(self: drover.self, to: drover.state_name) like a state's
---@field think? integer run its parts every k-th tick only
---@field on? drover.guard_entry[] like a state's
---@field color? drover.color like a state's
---@field renamed_from? string|string[] like a state's

---What a function of `tree` returns. Use it as a state, or in another node.
---@class drover.tree_node: drover.state

---How a node ended: true or nil for done, false for failed, "running" to be asked again in the next tick.
---@alias drover.outcome true|false|"running"|nil

---@class (exact) drover.tree_nodes: drover.composed
---@field [integer] drover.tree_node the nodes, in order
---@field done? drover.state_name the state to go to when it is done; by default it starts over
---@field failed? drover.state_name the state to go to when it has failed

---Behavior trees. A node is a state, or part of another node.
---@class drover.tree
local tree = {}

---Run nodes one after the other, until one fails. Conditions before the running node must keep holding.
---@param nodes drover.tree_nodes
---@return drover.tree_node
function tree.sequence(nodes) end

---Run the first node that does not fail. Every tick starts over at the first node, so earlier nodes interrupt later
---ones.
---@param nodes drover.tree_nodes
---@return drover.tree_node
function tree.selector(nodes) end

---Swap done and failed.
---@param node drover.tree_node
---@return drover.tree_node
function tree.invert(node) end

---Done if the function returns a true value, otherwise failed.
---@param holds fun(self: drover.self): any
---@return drover.tree_node
function tree.condition(holds) end

---Call a function, which says whether it is done, failed, or running.
---@param act fun(self: drover.self, dt: number): drover.outcome
---@return drover.tree_node
function tree.action(act) end

---Steer while the node is running: forever, or for as long as `act` says.
---@param steering drover.steering
---@param act? fun(self: drover.self, dt: number): drover.outcome
---@return drover.tree_node
function tree.steer(steering, act) end

---Wait: running for some seconds, then done.
---@param seconds number
---@return drover.tree_node
function tree.wait(seconds) end

---Utility AI: choose the option with the highest score.
---@class drover.utility
local utility = {}

---@class (exact) drover.option
---@field score fun(self: drover.self): number what the option is worth now
---@field steer? drover.steering what moves the agent during its turn
---@field enter? fun(self: drover.self) runs when its turn starts
---@field step? fun(self: drover.self, dt: number): drover.state_name? runs every tick of its turn

---@class (exact) drover.options: drover.composed
---@field options table<string, drover.option> by name
---@field inertia? number bonus for the current option; 0 by default

---Run the option with the highest score. If scores are equal, the current option stays, or else the first by name wins.
---@param def drover.options
---@return drover.state
function utility.best(def) end

---Subsumption: layers that suppress each other, after Brooks.
---@class drover.subsumption
local subsumption = {}

---@class (exact) drover.layer
---@field when? fun(self: drover.self): any whether the layer wants its turn; without it, always
---@field hold? number s that it keeps its turn afterwards; 0 by default
---@field steer? drover.steering what moves the agent during its turn
---@field enter? fun(self: drover.self) runs when its turn starts
---@field step? fun(self: drover.self, dt: number): drover.state_name? runs every tick of its turn

---@class (exact) drover.layer_list: drover.composed
---@field [integer] drover.layer the layers, the most urgent first

---Run the first layer that wants its turn.
---@param def drover.layer_list
---@return drover.state
function subsumption.layers(def) end

---Keys that every schema takes. Conditions are checked every tick, except while the agent turns in place.
---@class drover.schema_definition
---@field name? string name of a part, made of letters, digits, and _: after a save, a running part is found by it
---@field speed? drover.quantity m/s
---@field leaves? table<drover.field_name, drover.quantity> like a state's
---@field stress? drover.stress_list what it minds about its next step or velocity
---@field reflexes? drover.steering added to whatever steers the schema
---@field precondition? fun(self: drover.self): any must hold when it starts
---@field interrupt? drover.guard|fun(self: drover.self): any stops it; inside another schema, the next choice follows
---@field terminate? drover.guard|fun(self: drover.self): any ends it, and the schema it is part of, as done
---@field done? drover.state_name the state to go to when it is done; by default it starts over
---@field failed? drover.state_name the state to go to when it has failed; by default it tries again after a second
---@field interrupted? drover.state_name the state to go to when it was interrupted; that of `failed` by default
---@field enter? fun(self: drover.self, from: drover.state_name?) like a state's
---@field leave? fun(self: drover.self, to: drover.state_name) like a state's
---@field think? integer check its conditions every k-th tick only
---@field on? drover.guard_entry[] like a state's
---@field color? drover.color like a state's
---@field renamed_from? string|string[] like a state's

---Reich's behavioral state machines: states that pursue something and end as done or failed. After one has ended, and
---until the next begins, `self.schema.outcome` is "done", "failed", or "interrupted", and `self.schema.reason` says
---why.
---@class drover.schema
local schema = {}

---What a function of `schema` returns. Use it as a state, or in `select`, `goals`, and `locomotion`.
---@class drover.schema_state: drover.state

---@class (exact) drover.attraction: drover.schema_definition
---@field target drover.target where to go
---@field distance? drover.quantity m, center to center, that counts as there; by default 0.5 more than touching
---@field steer? drover.steering how to get there; arrival by default
---@field heading? drover.quantity rad, heading to take on arrival; the pose's by default
---@field orbit? drover.orbit|false when to stop and turn instead of circling the target; false: never
---@field rate? drover.quantity rad/s, of turns in place; π by default

---@class (exact) drover.orbit
---@field distance? drover.quantity m from the target; 3 by default
---@field angle? drover.quantity rad, off the heading; 60° by default

---Go straight to a target that is in sight and does not move.
---@param def drover.attraction
---@return drover.schema_state
function schema.attraction(def) end

---@class (exact) drover.path_schema: drover.schema_definition
---@field target? drover.target where to go, along a route planned around all obstacles
---@field path? string|drover.point[] or a path to follow: the slot that holds it, or its points
---@field distance? drover.quantity m, from its end, that counts as there; by default 0.5 more than the radius
---@field clearance? drover.quantity m, as for `world:plan`, like the rest
---@field resolution? drover.quantity m
---@field boundary? drover.plan_options.boundary the route stays inside
---@field terrain? boolean whether terrain and the speeds of regions count; true by default
---@field kind? string|drover.declared_kind whose terrain; the agent's own by default
---@field avoid? drover.plan_options.avoid[] agents to keep away from where a detour costs less

---Follow a path to its end: to a target, along a route it plans, or along a path you give. Takes no `steer`; `reflexes`
---add to its steering. Fails if there is no route, with the reason in `self.schema.reason`: the agent and the target must
---be outside every obstacle, and the target farther from it than the clearance.
---@param def drover.path_schema
---@return drover.schema_state
function schema.path(def) end

---Exactly one of target, heading, and angle.
---@class (exact) drover.turning: drover.schema_definition
---@field target? drover.target to face
---@field heading? drover.quantity rad
---@field angle? drover.quantity rad, how far to turn, positive to the left
---@field direction? "left"|"right" by default the shorter way
---@field follow? boolean on legs: bring the other foot up at the end; true by default, not needed if walking follows
---@field rate? drover.quantity rad/s; π by default

---Stop and turn in place. Only guards of the state and the kind interrupt it.
---@param def drover.turning
---@return drover.schema_state
function schema.turning(def) end

---@class (exact) drover.chasing: drover.schema_definition
---@field target drover.target an agent
---@field distance? drover.quantity m, center to center, that counts as caught; by default 0.5 more than touching
---@field steer? drover.steering how to get there while it is in sight; pursuit by default
---@field give_up? drover.quantity s without seeing it, then fail; never by default
---@field extrapolate? drover.quantity|false s to continue along its last velocity from where it was last seen; 3 by default
---@field turn? drover.quantity|false rad; if it is farther off the heading than this, turn first; 30° by default
---@field rate? drover.quantity rad/s, of turns in place; π by default

---Chase an agent. When it is out of sight, go to where it was last seen, and on in the direction it went. Fails if it
---is not in sight at the start, or is lost.
---@param def drover.chasing
---@return drover.schema_state
function schema.chasing(def) end

---@class (exact) drover.exit: drover.schema_definition
---@field target drover.target where to be
---@field distance? drover.quantity m, center to center; by default 0.5 more than touching
---@field heading? drover.quantity rad, heading to have there; the pose's by default

---A check that ends at once: done if the agent is at the target with the right heading, otherwise failed.
---@param def drover.exit
---@return drover.schema_state
function schema.exit(def) end

---@class (exact) drover.custom_schema: drover.schema_definition
---@field steer? drover.steering what moves the agent meanwhile
---@field begin? fun(self: drover.self, memory: table) runs at the start; `memory` is a table of its own, empty at first
---@field step? fun(self: drover.self, memory: table, dt: number): boolean?, string? true: done; false: failed, and why
---@field finish? fun(self: drover.self, memory: table) runs when it ends or the state is left

---Your own schema.
---@param def drover.custom_schema
---@return drover.schema_state
function schema.custom(def) end

---@class (exact) drover.schema_list: drover.schema_definition
---@field [integer] drover.schema_state tried in this order

---Run the first schema whose precondition holds; when it is done or interrupted, choose again. Fails when the chosen
---one fails, or when none applies. Done when one is terminated.
---@param def drover.schema_list
---@return drover.schema_state
function schema.select(def) end

---@class (exact) drover.goal
---@field [1] drover.schema_state the goal
---@field urgency? drover.quantity|fun(self: drover.self): number 0 by default

---@class (exact) drover.goals: drover.schema_definition
---@field [integer] drover.schema_state|drover.goal the goals

---Pursue one goal at a time, the most urgent first. If two are equally urgent, the current one stays, or else the first
---wins. Fails at the end if one of them failed.
---@param def drover.goals
---@return drover.schema_state
function schema.goals(def) end

---@class (exact) drover.locomotion_schema: drover.schema_definition
---@field [integer] drover.schema_state tried before the rest
---@field target drover.target where to go
---@field stationary? boolean whether an agent stays where it is; places always do
---@field distance? drover.quantity m, center to center, that counts as there; by default 0.5 more than touching
---@field heading? drover.quantity rad, heading to take on arrival; the pose's by default
---@field steer? drover.steering how to get there while it is in sight; arrival or pursuit by default
---@field turn? drover.quantity|false rad; if it is farther off the heading than this, turn first; 30° by default
---@field rate? drover.quantity rad/s, of turns in place; π by default
---@field orbit? drover.orbit|false as for `attraction`
---@field give_up? drover.quantity as for `chasing`
---@field extrapolate? drover.quantity|false as for `chasing`
---@field clearance? drover.quantity m, as for `world:plan`, like the rest
---@field resolution? drover.quantity m
---@field boundary? drover.plan_options.boundary a planned route stays inside
---@field terrain? boolean whether terrain and the speeds of regions count; true by default
---@field kind? string|drover.declared_kind whose terrain; the agent's own by default
---@field avoid? drover.plan_options.avoid[] agents to keep away from where a detour costs less

---Reich's locomotion control machine: get to a target by whatever it takes. Done when there, with the right heading. If
---the target is not in sight, follow a planned path; if it is off the heading, turn; if it stays put, go straight; if
---it moves, chase it.
---@param def drover.locomotion_schema
---@return drover.schema_state
function schema.locomotion(def) end

---Goal-oriented action planning: say what agents want and what they can do, and they find out in which order to do it.
---@class drover.goap
local goap = {}

---What a fact is. Two numbers are the same fact if they are equal.
---@alias drover.fact_value boolean|number|string

---@class (exact) drover.goap_goal
---@field wants table<string, drover.fact_value> facts that have to hold, by name
---@field priority? drover.quantity|fun(self: drover.self): number the goal with the highest one is pursued; 1 by default, and 0 or less means not now

---@class (exact) drover.goap_action
---@field [1] drover.schema_state what to do
---@field needs? table<string, drover.fact_value> facts that have to hold before, by name
---@field gives table<string, drover.fact_value> facts that hold once it is done, by name
---@field cost? drover.quantity|fun(self: drover.self): number plans are as cheap as possible; 1 by default, at least 0
---@field retry? drover.quantity s during which plans leave it out after it failed or was interrupted; 1 by default

---@class (exact) drover.goap_definition: drover.composed
---@field facts table<string, fun(self: drover.self): any> what it knows of the world, by name: functions that return true, false, a number, or a string; nil is false, and anything else, such as an agent, is true
---@field goals table<string, drover.goap_goal> by name
---@field actions table<string, drover.goap_action> by name
---@field inertia? number bonus for the current goal; 0 by default
---@field limit? integer steps of a search, after which a goal counts as out of reach; 1000 by default
---@field reflexes? drover.steering added to whatever steers an action
---@field done? drover.state_name the state to go to when it wants nothing more; by default it waits
---@field failed? drover.state_name the state to go to when no plan leads to anything it wants; by default it waits

---Pursue the most wanted goal by the cheapest plan: the actions that lead from the facts as they are to those that the
---goal wants. Plan again when another goal is more wanted, when an action fails, and when a fact changes that the running
---action does not give. If two goals are equally wanted, the current one stays, or else the first by name wins; between
---plans of equal cost, the names of their actions decide. `self.schema.goal`, `self.schema.plan` (a list), and
---`self.schema.action` are the names of what it pursues, intends, and does.
---@param def drover.goap_definition
---@return drover.state
function goap.goals(def) end

-- The module

---The module: `local drover = require "drover"`. Use its functions while modules load, at the top of a file; only
---`drover.vec` and `drover.setting` also work later, and `drover.data` and `drover.image` in `setup`.
---@class drover
---@field version string version of the engine, such as "0.1.0"
---@field mouse drover.mouse where the mouse is, as a target
---@field none drover.none in `memory`: a field that starts without a value
---@field steer drover.steer behaviors
---@field blend drover.blend blends of behaviors
---@field when drover.when guards
---@field stress drover.stress what an agent dislikes about a step or a velocity
---@field schema drover.schema Reich's behavioral state machines
---@field goap drover.goap goal-oriented action planning
---@field tree drover.tree behavior trees
---@field utility drover.utility choice by utility
---@field subsumption drover.subsumption layers that suppress each other
local drover = {}

---Make a vector. `a + b`, `a - b`, `a * 2`, `a / 2`, and `-a` work.
---@param x number
---@param y number
---@param z? number
---@return drover.vector
function drover.vec(x, y, z) end

---The current value of a setting, wherever a number or a switch goes: `radius = drover.setting "sociable"`. It follows
---the slider at once. In functions, use `world.settings.sociable` instead.
---@param name string
---@return drover.setting
function drover.setting(name) end

---Read a data file of the scenario, by its ending:
---- `.csv`: a list of rows, each a table by the names in the file's first row. A field that is a decimal number is a number,
---  an empty one is nil, and `""` is empty text. Fields are separated by commas; spaces around them do not count.
---- `.json`, and Tiled's `.tmj` and `.tsj`: tables, text, numbers, true and false. Whole numbers are integers. A key whose
---  value is null is left out; in a list, `drover.none` keeps its place.
---- `.png`: the same as `drover.image`.
---- `.wkt`: a geometry, from well-known text: points, lines, and polygons in meters, for `world:build`. A file may hold
---  several, one after the other, each on as many lines as it likes: they are the parts of one collection. A file has at
---  most 100,000 points.
---
---What it returns is read-only: memory can hold what is in it, but not the tables themselves. The file is part of the
---code, so it reloads when it is saved, and a log has it. What `setup` has made of it stays as it is until a restart.
---Files have at most 16 MiB, and text is UTF-8. Use it at the top of a file or in `setup`.
---@param path string from the scenario's folder: "herd.csv", or "data/herd.csv"; a mod's own begins with "mods/" and its name
---@return any
function drover.data(path) end

---Read a picture, for `field:fill`: a PNG file of at most 1024 × 1024 pixels. It is part of the code: it reloads when
---you save it, and logs contain it. What `setup` has filled stays as it is until a restart. Call it at the top of a file
---or in `setup`.
---@param path string from the scenario's folder: "map.png", or "maps/island.png"; a mod's own begins with "mods/" and its name
---@return drover.image
function drover.image(path) end

---A polygon of a shape: its corners in order, around it either way. The shape is 1 long, with its center at 0, 0 and its
---nose at 0.5, 0; y is to the left. No coordinate is beyond -1 or 1. The polygon need not be convex, but its sides
---must not cross or touch. It has 3 to 64 corners.
---@class (exact) drover.look_polygon
---@field [integer] drover.point a corner
---@field color? drover.color|"darker"|"lighter" the color of the agent by default, which "darker" and "lighter" shade. A polygon with a color is a detail: without an outline, and left out where agents are small. The first polygon is never a detail

---A picture of an agent from above, in a PNG file. Its right side is ahead, and it is as wide as the agent is long. It
---has at most 1024 × 1024 pixels, and is at most twice as high as wide.
---@class (exact) drover.look_picture
---@field picture string the file's path from the scenario's folder: "rider.png", or "sprites/rider.png"; a mod's own begins with "mods/" and its name
---@field tint? boolean whether white and gray parts take on the color of the agent; otherwise all of it has its own colors

---The `look` of a kind: how its agents are drawn.
---@class (exact) drover.look
---@field shape? drover.look_shape|drover.look_polygon|drover.look_polygon[]|drover.look_picture|string a name, a polygon, a list of up to 16 polygons, from the lowest to the highest, or a picture; "rider.png" is short for `{ picture = "rider.png" }`. An "arrow" by default. A triangle on a disc shows its heading; a round polygon has none
---@field color? drover.color|drover.color_map one color, or what shows a number: `drover.by("speed", { 0, 5 })`; blue by default
---@field size? number m, length of the drawn body; follows the radius by default. In a wide view, agents are drawn at least 3.5 to 11 pixels long, the fewer the longer, so that small ones may overlap

---Color agents by a number: a number slot, an attribute, a memory field, or "speed". The colors run from the first
---number of the range to the second. A number beyond either end gets the color of that end, and an agent without the
---number gets the first color. A "sequential" ramp gets lighter all the way; a "diverging" one is lightest in the
---middle. A color that a script sets on an agent takes precedence.
---@param number string
---@param range number[] low and high
---@param ramp? "sequential"|"diverging" the first by default
---@return drover.color_map
function drover.by(number, range, ramp) end

---The table that `drover.kind("name", { … })` takes. A kind can have `steer`, `speed`, `on`, and `step` itself. Without
---`states`, that is all it does; with them, `on` and `step` apply in every state, and `steer` and `speed` in states
---that have none.
---@class (exact) drover.kind_definition
---@field body? drover.body its mass and size, how fast it is, and how it moves
---@field sight? drover.sight how far and how wide it sees
---@field hearing? drover.hearing how far it hears
---@field look? drover.look its shape, color, and size on the screen
---@field slots? table<string, drover.slot_type> slots, by name, with the type of what they hold: `{ threat = "agent", goal = "point", pace = "number" }`. Behaviors, guards, and quantities refer to them by name; scripts use them as fields of the agent. All start out nil
---@field memory? table<string, any> data of each agent, with default values: `{ hunger = 0, name = drover.none }`. Only scripts read it; behaviors and guards cannot. Numbers, strings, booleans, agents, and plain tables, but no functions
---@field model? drover.declared_model made by `drover.model`; its attributes and parameters become number slots
---@field initial? drover.state_name the state that agents start in; required if there are several
---@field states? table<string, drover.state> the states, by name; an agent is always in exactly one
---@field steer? drover.steering what moves it, in states that have no `steer` and if there are no states
---@field stress? drover.stress_list what it minds about its next step or velocity; like `steer`
---@field reflexes? drover.steering|drover.stress_list always added, in every state: steering, or stress behaviors
---@field speed? drover.quantity m/s, the desired speed, in states that have none; max_speed by default
---@field leaves? table<drover.field_name, drover.quantity> what it leaves on the ground where it is, amount per second by field, in states that have none: `{ scent = 2 }`; at a speed v, about that · cell / v in each cell; a negative amount takes away
---@field step? fun(self: drover.self, dt: number): drover.state_name? runs every tick, or as often as `think` says, before the state's `step`; return the name of a state to switch
---@field think? integer run `step`, the kind's and those of states without a `think`, every k-th tick only; agents take turns by id, and `dt` is the time since the last one
---@field on? drover.guard_entry[] `{ guard, "state" }` or `{ guard, function }`, tested in order, before the state's; the first that holds wins
---@field init? fun(self: drover.self) runs once, when an agent is spawned, before `enter`; the place, group, slots, and memory given to `spawn` are already set
---@field blends? table<string, drover.steering> blends that `self:steer(name)` can switch to
---@field timers? table<string, fun(self: drover.self, data: any)> functions that `self:after(seconds, name, data)` calls later, by name
---@field interrupts? drover.guard_entry[] guards tested before all others; when one starts to hold, it interrupts any state, and "resume" goes back to that
---@field migrate? fun(self: drover.self, old_state: string): drover.state_name? runs after a save in which the agent's state is gone; return the state to go to
---@field draw? fun(self: drover.self, draw: drover.draw) runs for every agent and picture; cannot change anything
---@field renamed_from? string|string[] what the kind was called before, oldest name first: its agents live on when it is renamed

---Declare a kind of agents.
---@param name string
---@param def drover.kind_definition
---@return drover.declared_kind
function drover.kind(name, def) end

---@class (exact) drover.group_definition
---@field elect? fun(group: drover.group): drover.agent? called when the group has no leader; returns the new one
---@field slots? table<string, drover.slot_type> slots of each group, as those of a kind
---@field memory? table<string, any> data of each group with its defaults
---@field renamed_from? string|string[] what the group was called before, oldest name first

---Declare a kind of group, for `world:new_group(name)`.
---@param name string
---@param def drover.group_definition
---@return drover.declared_group
function drover.group(name, def) end

---What agents are like (attributes), and what follows from that (parameters), such as how they walk and decide. Both
---are number slots of each kind that uses the model. Scripts assign attributes; parameters follow at once.
---@class (exact) drover.model_definition
---@field attributes? table<string, number> attributes with their initial values, from 0 (no effect) to 1
---@field parameters? table<string, drover.model_parameter> parameters that do not go from 0 to 1; the others need no entry
---@field effects? drover.effect[] the first active dominant effect wins; without one, the mean of all counts

---@class (exact) drover.model_parameter
---@field min? number 0 by default
---@field max? number 1 by default
---@field default? number its value while no attribute acts on it; the middle by default

---How an attribute acts on a parameter: 0.1 or less gives the low end of the range, 1 the high end. An attribute of 0
---has no effect.
---@class (exact) drover.effect
---@field [1] string the attribute
---@field [2] string the parameter
---@field range? number[] low and high, as shares between min and max; { 0, 1 } by default
---@field inverse? boolean from the high end to the low end
---@field dominant? boolean while it is active, no other effect counts

---Describe what agents are like, for `model` of a kind.
---@param def drover.model_definition
---@return drover.declared_model
function drover.model(def) end

---Exactly one of plane, sphere, and height.
---@class (exact) drover.surface_definition
---@field plane? drover.surface_definition.plane a plane in space
---@field sphere? drover.surface_definition.sphere the outside of a ball
---@field height? (fun(x: number, y: number): number)|drover.image m, or an image whose pixels are the heights, from corner to corner, with its top where y is highest
---@field low? number m, of an image where it is black; 0 by default
---@field high? number m, of an image where it is white; 1 by default
---@field channel? "brightness"|"red"|"green"|"blue"|"alpha" of an image, see `field:fill`; "brightness" by default
---@field resolution? number m, between samples of the height function; 1 by default
---@field min? drover.point a corner of the sampled area; the bounds by default
---@field max? drover.point the other corner
---@field renamed_from? string|string[] what the surface was called before, oldest name first

---@class (exact) drover.surface_definition.plane
---@field point? drover.point a point on it; the origin by default
---@field normal? drover.point perpendicular to it; { 0, 0, 1 } by default

---@class (exact) drover.surface_definition.sphere
---@field center? drover.point the origin by default
---@field radius number m

---Declare a surface, for `world:surface(name)`.
---@param name string
---@param def drover.surface_definition
---@return drover.declared_surface
function drover.surface(name, def) end

---@class (exact) drover.flow_definition
---@field resolution? number m, size of its cells; 1 by default
---@field bounds? drover.flow_definition.bounds those of the world by default
---@field field? fun(x: number, y: number, z: number, t: number): number, number, number? the velocity there, in m/s
---@field interval? number s, how often `field` is evaluated again; never by default
---@field renamed_from? string|string[] what the flow was called before, oldest name first

---@class (exact) drover.flow_definition.bounds
---@field min drover.point the corner with the lowest x, y and z
---@field max drover.point the corner with the highest

---Declare a flow field, for `world:flow(name)`.
---@param name string
---@param def drover.flow_definition
---@return drover.declared_flow
function drover.flow(name, def) end

---@class (exact) drover.field_definition
---@field cell? number m, the maximum side of a cell; 1 by default
---@field evaporation? number 1/s, how fast amounts decay: after t seconds, the fraction e^(−evaporation · t) is left, so 0.1 halves them in 7 s; 0 by default
---@field diffusion? number m²/s, how fast amounts spread: about √(diffusion / evaporation) meters far; 0 by default
---@field max? number the most that a cell can hold, and 2³⁰ times the least; 1 by default
---@field color? drover.color of full cells, in a heat map that is clear at 0; orange by default
---@field renamed_from? string|string[] what the field was called before, oldest name first

---Declare a field: amounts on the ground that agents leave and sense, such as a scent. `world:field(name)` finds it.
---It covers the bounds of the world and is empty at first.
---@param name string
---@param def drover.field_definition
---@return drover.declared_field
function drover.field(name, def) end

---What a terrain is for the agents of one kind.
---@class (exact) drover.terrain_definition.kind
---@field weight? number instead of the terrain's
---@field speed? number instead of the terrain's

---@class (exact) drover.terrain_definition
---@field weight? number 0 to 1e6, stress of a step on it, see stress.terrain; 0 by default
---@field speed? number 0 to 100: desired speeds on it are multiplied by this; 1 by default
---@field kinds? table<string, drover.terrain_definition.kind> what it is for some kinds, by name: `{ duck = { weight = 0, speed = 1.2 } }`
---@field field? drover.field_name a field that scales the terrain: where it is half full, the weight counts half, and a speed of 0.5 becomes 0.75
---@field color? drover.color the color of its regions in the window
---@field renamed_from? string|string[] what the terrain was called before, oldest name first

---Declare a type of terrain, for `world:terrain(name)` and `world:region { terrain = name }`.
---@param name string
---@param def drover.terrain_definition
---@return drover.declared_terrain
function drover.terrain(name, def) end

---The force at both ends is `stiffness · (distance − length) + damping · (speed at which the ends part)`, in N.
---@class (exact) drover.link_definition.spring
---@field length? number m, between the centers of both bodies when the spring is at rest; 0 by default
---@field stiffness number N/m
---@field damping? number N·s/m, resists changes of the length; 0 by default

---@class (exact) drover.link_definition
---@field directed? boolean a link leads from one agent to the other; by default, it is the same for both
---@field spring? drover.link_definition.spring pulls both ends together, and pushes them apart when they are too close; none by default
---@field color? drover.color in pictures; gray by default
---@field width? number m, in pictures, at least a pixel; 0.1 by default
---@field renamed_from? string|string[] what the link was called before, oldest name first

---Declare a type of links between agents, for `self:link(name, other)`.
---@param name string
---@param def drover.link_definition
---@return drover.declared_link
function drover.link(name, def) end

---An entry of a scenario's `tools`: what the mouse does while the tool is selected.
---@class (exact) drover.tool
---@field title? string shown in the panel; its name by default
---@field key? string selects it: a letter, digit, or sign, "tab", "return", "insert", or "f1" to "f12", but none that the window uses: see `drover help input`
---@field mousepressed? fun(world: drover.world, x: number, y: number, button: integer, agent: drover.agent?) like the scenario's, while the tool is selected
---@field mousereleased? fun(world: drover.world, x: number, y: number, button: integer, agent: drover.agent?) like the scenario's
---@field mousemoved? fun(world: drover.world, x: number, y: number, dx: number, dy: number) like the scenario's
---@field wheelmoved? fun(world: drover.world, dx: number, dy: number) like the scenario's
---@field draw? fun(world: drover.world, draw: drover.draw) runs for every picture while the tool is selected

---The look of the ground: its colors, from meadow green to the gray of a floor.
---@alias drover.theme "grass"|"snow"|"water"|"street"|"floor"

---From where pictures and windows look at a volume at first, in degrees.
---@class (exact) drover.view
---@field yaw? number how far the eye goes around, counterclockwise; 0, looking north, from the south, by default
---@field pitch? number how high it is: from 5, near the ground, to 90, the plan from straight above, with north up; 35 by default

---What the window draws by itself. Each is shown unless it is false; `effects = false` shows none.
---@class (exact) drover.effects
---@field events? boolean|table<string, boolean> an event as a wave as wide as its radius; `{ kill = false }` leaves out some, by name
---@field spawns? boolean a new agent as a ring
---@field removals? boolean a removed agent as a mark that fades
---@field leaders? boolean a mark above the leader of each group, and a ring when it is elected
---@field mist? boolean a veil over the ground while `world.visibility` is finite
---@field shadows? boolean soft shadows of agents and obstacles

---@class (exact) drover.bounds
---@field min drover.point the corner with the lowest x and y (and z)
---@field max drover.point the corner with the highest
---@field edge? drover.edge by default "open": agents can leave

---A plot of the window: the names of the monitors that share it, in the order of its legend.
---@class (exact) drover.plot
---@field [integer] string the name of a monitor
---@field title? string by default the names
---@field unit? string of its values, such as "m/s"

---Exactly one of kind, group, surface, flow, field, terrain, and link: a name from earlier code that no longer exists,
---though the running world still uses it.
---@class (exact) drover.removed
---@field kind? string a name that a kind had
---@field group? string a name that a group had
---@field surface? string a name that a surface had
---@field flow? string a name that a flow had
---@field field? string a name that a field had
---@field terrain? string a name that a terrain had
---@field link? string a name that a link had
---@field into? string what takes its place; without it, everything of that name is removed

---The table that `return drover.scenario { … }` takes, at the end of main.lua: the world, its kinds, and callbacks.
---@class (exact) drover.scenario_definition
---@field name? string what mods call it, in the `scenario` of their mod.lua; the name of its folder by default, or of its file if it is not main.lua
---@field based_on? string the name of the scenario that it is a copy of, whose mods are for it, too; `drover new --from` writes it
---@field title? string the title of the window
---@field tick_rate? number ticks per second, 1 to 1000; 60 by default
---@field seed? integer a whole number, 0 or more, that all random numbers come from; 1 by default; `--seed` overrides it
---@field space? "plane"|"volume" a plane, the default, keeps z at 0
---@field kinds (string|drover.declared_kind)[] all its kinds: `{ wolf, require "caribou" }`
---@field bounds? drover.bounds a 100 m square about the origin, open, by default
---@field origin? drover.point what positions count from inside the world, in multiples of 1024 m: by default the nearest to the middle of `bounds`, or else of the `.wkt` files read at the top of a file. Scripts and files keep the coordinates of the map; positions resolve 0.1 mm within a kilometer of the origin
---@field settings? drover.setting_declaration[] sliders, switches, and buttons, in the order in which the window shows them
---@field monitors? table<string, fun(world: drover.world): number> functions that return a number, plotted in the window and written by `--report`
---@field plots? drover.plot[] which monitors share a plot in the window: `{ { title = "herd", "fleeing", "grazing" } }`; every other has one of its own, below these
---@field removed? drover.removed[] names from earlier code that a save may drop even though they are in use
---@field setup? fun(world: drover.world, settings: drover.settings) runs once, before the first tick, to build the world and spawn agents; again after a restart, but not after a reload
---@field setting? fun(world: drover.world, name: string, value: any) runs after somebody has changed a setting, not after a script has
---@field update? fun(world: drover.world, dt: number) runs once per tick, before the agents
---@field timers? table<string, fun(world: drover.world, data: any)> functions that `world:after(seconds, name, data)` calls later, by name
---@field on_reload? fun(world: drover.world) runs after a save was accepted
---@field draw? fun(world: drover.world, draw: drover.draw) runs for every picture; cannot change anything
---@field tools? table<string, drover.tool> tools for the mouse, by name
---@field theme? drover.theme the look of the ground; "grass" by default
---@field view? drover.view from where a volume is shown at first; from the south, 35 degrees high, by default
---@field effects? boolean|drover.effects what the window draws by itself; all by default
---@field mods? string[] mods in the scenario's folder `mods` that always apply
---@field mousepressed? fun(world: drover.world, x: number, y: number, button: integer, agent: drover.agent?) button 1 is left, 2 middle, 3 right; `agent` is the one under the mouse, or nil
---@field mousereleased? fun(world: drover.world, x: number, y: number, button: integer, agent: drover.agent?) like `mousepressed`
---@field mousemoved? fun(world: drover.world, x: number, y: number, dx: number, dy: number) the mouse moved to x, y, by dx, dy, in meters
---@field wheelmoved? fun(world: drover.world, dx: number, dy: number) dy is 1 for one notch away from you
---@field keypressed? fun(world: drover.world, key: string) for names of keys, see `world:key_down`
---@field keyreleased? fun(world: drover.world, key: string) like `keypressed`

---What `drover.scenario` returns. main.lua returns it.
---@class drover.declared_scenario

---Declare the scenario. main.lua returns it: `return drover.scenario { … }`.
---@param def drover.scenario_definition
---@return drover.declared_scenario
function drover.scenario(def) end

---@class (exact) drover.slider_options
---@field min? number by default 0, or the default value if that is lower
---@field max? number by default 1, or twice the default value if that is higher
---@field step? number step size; 0, any value, by default
---@field restart? boolean takes effect at the next start
---@field title? string shown beside it; its name by default

---Declare a setting that is a number.
---@param name string
---@param default number
---@param options? drover.slider_options
---@return drover.setting_declaration
function drover.slider(name, default, options) end

---@class (exact) drover.toggle_options
---@field restart? boolean takes effect at the next start
---@field title? string shown beside it; its name by default

---Declare a setting that is on or off.
---@param name string
---@param default boolean
---@param options? drover.toggle_options
---@return drover.setting_declaration
function drover.toggle(name, default, options) end

---@class (exact) drover.choice_options
---@field [integer] string the options
---@field restart? boolean takes effect at the next start
---@field title? string shown beside it; its name by default

---Declare a setting that is one of several options: `drover.choice("mode", "calm", { "calm", "wild" })`.
---@param name string
---@param default string
---@param options drover.choice_options
---@return drover.setting_declaration
function drover.choice(name, default, options) end

---Declare a button among the settings: `drover.button("Sound the alarm", function(world) world:emit "alarm" end)`. The
---function runs between two ticks when somebody presses it in the window, or by the command `press Sound the alarm`.
---@param title string shown on it
---@param press fun(world: drover.world)
---@return drover.setting_declaration
function drover.button(title, press) end

---What mod.lua of a mod returns.
---@class (exact) drover.manifest
---@field name string of letters, digits and _: the mod's name in messages, settings, and other mods' lists
---@field title? string for people
---@field description? string one sentence for people
---@field version? string of the mod, such as "1.2"
---@field api_version? integer of the functions for mods that it needs; 1 is the only one so far
---@field scenario? string the name of the scenario that it is for, or of the one that this is based on; in any other, it warns
---@field depends? string[] mods that it needs, which are applied before it
---@field optional_depends? string[] mods that are applied before it if they are there; of two that name each other, the first by name is first
---@field conflicts? string[] mods that it does not work with

---What init.lua of a mod returns: `return drover.mod { … }`. Nothing is required, and a mod that only extends what is
---there needs no `drover.mod`.
---@class (exact) drover.mod_definition
---@field kinds? (string|drover.declared_kind)[] kinds that it adds
---@field settings? drover.setting_declaration[] called by the mod's name and theirs, as in `--set winter.depth=2` and `press winter.Thaw`; in the mod's own code by theirs
---@field monitors? table<string, fun(world: drover.world): number> called by the mod's name and theirs
---@field timers? table<string, fun(world: drover.world, data: any)> functions for `world:after`, called by the mod's name and theirs; in the mod's own code by theirs
---@field tools? table<string, drover.tool> called by the mod's name and theirs
---@field setup? fun(world: drover.world, settings: drover.settings) runs after the scenario's and those of mods before it; also when the mod is switched on during play
---@field update? fun(world: drover.world, dt: number) runs after the scenario's
---@field draw? fun(world: drover.world, draw: drover.draw) runs after the scenario's
---@field on_reload? fun(world: drover.world) runs after the scenario's

---What `drover.mod` returns. init.lua returns it.
---@class drover.declared_mod

---Declare what a mod adds to a scenario. Its init.lua returns it: `return drover.mod { … }`.
---@param def drover.mod_definition
---@return drover.declared_mod
function drover.mod(def) end

---Change the definition of a kind of the scenario, or of a mod before this one. The function gets the plain table that
---`drover.kind` got, with `def:wrap`, `def:before`, `def:after`, and `def:replace`. It runs once the scenario and the mods
---before this one have loaded, and again with every save. Its result is checked as any definition.
---@param kind string|drover.declared_kind
---@param edit fun(def: drover.extended)
function drover.extend(kind, edit) end

---Change the definition of the scenario: the plain table that `drover.scenario` got.
---@param edit fun(def: drover.extended)
function drover.extend_scenario(edit) end

---What the function of `drover.extend` gets, as `def`: the plain definition, whose keys it may change, with these
---methods. A path is keys with dots between them, and [n] for the entries of a list: "states.running.enter",
---"states.grazing.on[2]". In a blend, a part is found by its behavior's name or by [n]: "states.grazing.steer.wander".
---@class drover.extended
---@field [string] any the keys of the definition
local def = {}

---Put a function around the one at a path. It gets the former function, then what that one gets. Without a former
---function, `before` does nothing.
---@param path string
---@param with fun(before: function, ...: any): any
function def:wrap(path, with) end

---Insert an entry before the one at a path or, if the path ends in the name of a list or a blend, at its beginning.
---@param path string
---@param entry any
function def:before(path, entry) end

---Insert an entry after the one at a path or, if the path ends in the name of a list or a blend, at its end.
---@param path string
---@param entry any
function def:after(path, entry) end

---Put something else in the place of what is at a path. A part of a blend keeps its weight unless `new` has one.
---@param path string
---@param new any
function def:replace(path, new) end

---Behaviors: what an agent can want. Each gives a steering vector in m/s: desired velocity minus velocity.
---@class drover.steer
local steer = {}

---Blends combine behaviors, and other blends, into one steering vector.
---@class drover.blend
local blend = {}

---A behavior or blend with its weight: `{ behavior, weight }`.
---@class (exact) drover.part
---@field [1] drover.steering the behavior or blend
---@field [2]? drover.quantity its weight; 1 by default

---Make a new blend with one more part. The old one does not change.
---@param blend drover.composition
---@param part drover.steering|drover.part
---@return drover.composition
function blend.with(blend, part) end

---A stress behavior with its weight and power: `{ behavior, weight, power }`.
---@class (exact) drover.stress_part
---@field [1] drover.stress_behavior the stress behavior
---@field [2]? drover.quantity weight; 1 by default
---@field [3]? drover.quantity power to which the stress is raised; 1 by default

---One stress behavior, or a list of them and of `{ behavior, weight, power }`.
---@alias drover.stress_list drover.stress_behavior|(drover.stress_behavior|drover.stress_part)[]

---Stress behaviors: what an agent dislikes about its next step, or without legs, about the velocities that it can reach.
---It takes the one with the least stress.
---@class drover.stress
local stress = {}

---Guards: conditions that switch an agent's state. Tested in C, on the world as sensed.
---@class drover.when
local when = {}

---x to the power of y, with the same bits on every machine. Use `^` only for squares.
---@param x number
---@param y number
---@return number
function math.pow(x, y) end

-- Tests: what a test function in a file in tests/ receives.

---A test, named by what must hold: `return { ["the herd flees"] = function(t) … end }`.
---@alias drover.test_function fun(t: drover.test)

---What a test receives, as `t`: `t:world()` opens the scenario.
---@class drover.test
local test = {}

---How `t:world` opens the scenario.
---@class (exact) drover.test_options
---@field seed? integer the seed of `t:seeds` by default, or else the scenario's
---@field settings? table<string, number|boolean|string> values by name, like `--set`
---@field scenario? string a file next to main.lua, such as "volume.lua"
---@field mods? string[] mods in the scenario's folder `mods`, or folders, seen from the scenario's
---@field edits? table<string, fun(source: string): string> by path, functions that change the source of a file for this world

---Open a world of the scenario. Several can be open at once; when a test ends, its worlds are closed.
---@param options? drover.test_options
---@return drover.test_world
function test:world(options) end

---Call a function once for each seed from 1 to `count`. The worlds it opens have that seed, and are closed after it. All
---seeds are tried; each that fails is reported, and the test ends.
---@param count integer
---@param try fun(t: drover.test, seed: integer)
---@return integer tried fewer with `drover test --seeds`
function test:seeds(count, try) end

---Fail unless two values are equal; tables are compared by their contents.
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

---A world in a test. It has everything that scripts can use on their world, and more. Tables of the scenario are read
---and assigned in place; tables of the test are copied into it.
---@class drover.test_world: drover.world
---@field finished? string the reason, once the scenario called `world:finish`
local test_world = {}

---Step, until a function that is called after each tick returns true. Raises if a script fails. Stops early when the
---scenario finishes.
---@param ticks? integer 1 by default
---@param until_holds? fun(world: drover.test_world): boolean?
---@return boolean held
function test_world:step(ticks, until_holds) end

---Simulate what people do, between two ticks: `mousepressed x y button agent`, `mousereleased`, `mousemoved x y dx
---dy`, `wheelmoved dx dy`, `keypressed key`, `keyreleased key`, `setting name value`, or `press title`, a button's.
---The mouse presses the agent under it unless one is given. Keys choose tools first.
---@param event "mousepressed"|"mousereleased"|"mousemoved"|"wheelmoved"|"keypressed"|"keyreleased"|"setting"|"press"
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


-- Bodies, as the catalogue has them

---How a body moves.
---@alias drover.locomotion
---| "fixed" # Stay in place: no behavior moves it, only scripts and programs do.
---| "flying" # A point mass that banks: in a volume, it leans into its turns.
---| "legged" # A body that moves in steps. Each step is the one with the least stress in a fan of candidates, and never leads into another body or an obstacle. In a volume, it walks on planes and height fields, as `surface` does.
---| "point_mass" # A body that can be pushed in any direction and faces the way it moves.
---| "surface" # A point mass on the ground: in a volume, it stays on the surface in its slot `surface`. If the slot is empty, it stays on the nearest surface, and if there is none, at its present height.
---| "wheeled" # A body on wheels: it turns only while it rolls and brakes harder than it accelerates. With `reverse` it also drives backward. In a volume, it stays on a surface, as `surface` does.

---What a slot holds.
---@alias drover.slot_type
---| "agent"
---| "point"
---| "pose"
---| "vector"
---| "number"
---| "group"
---| "obstacle"
---| "surface"
---| "path"
---| "flow"
---| "region"

---The shape that agents are drawn in.
---@alias drover.look_shape
---| "arrow"
---| "disc"
---| "hoofed"
---| "wolf"
---| "car"
---| "fish"
---| "bird"
---| "person"
---| "tree"
---| "house"

---One of these names.
---@alias drover.color_name
---| "aqua" # #00ffff
---| "beige" # #f5f5dc
---| "black" # #000000
---| "blue" # #0000ff
---| "brown" # #a52a2a
---| "chocolate" # #d2691e
---| "coral" # #ff7f50
---| "crimson" # #dc143c
---| "cyan" # #00ffff
---| "darkblue" # #00008b
---| "darkgray" # #a9a9a9
---| "darkgreen" # #006400
---| "darkred" # #8b0000
---| "firebrick" # #b22222
---| "gold" # #ffd700
---| "gray" # #808080
---| "green" # #008000
---| "indigo" # #4b0082
---| "ivory" # #fffff0
---| "khaki" # #f0e68c
---| "lightblue" # #add8e6
---| "lightgray" # #d3d3d3
---| "lightgreen" # #90ee90
---| "lime" # #00ff00
---| "magenta" # #ff00ff
---| "maroon" # #800000
---| "navy" # #000080
---| "olive" # #808000
---| "orange" # #ffa500
---| "orchid" # #da70d6
---| "peru" # #cd853f
---| "pink" # #ffc0cb
---| "plum" # #dda0dd
---| "purple" # #800080
---| "red" # #ff0000
---| "salmon" # #fa8072
---| "sienna" # #a0522d
---| "silver" # #c0c0c0
---| "skyblue" # #87ceeb
---| "slateblue" # #6a5acd
---| "slategray" # #708090
---| "steelblue" # #4682b4
---| "tan" # #d2b48c
---| "teal" # #008080
---| "tomato" # #ff6347
---| "turquoise" # #40e0d0
---| "violet" # #ee82ee
---| "wheat" # #f5deb3
---| "white" # #ffffff
---| "yellow" # #ffff00

---The `body` of a kind: its mass, its size, how fast it is, and how it moves.
---@class (exact) drover.body
---@field locomotion? drover.locomotion how it moves (default point_mass)
---@field mass? drover.quantity inertia of the body (kg, 0.001 to 1e9, default 1)
---@field radius? drover.quantity of the disc or ball about the body (m, 0 to 1e6, default 0.5)
---@field max_speed? drover.quantity top speed (m/s, 0 to 1e6, default 8)
---@field max_force? drover.quantity the strongest push of steering; about 4 · mass · max_speed is agile (N, 0 to 1e12, default 32)
---@field response? drover.quantity how long the body takes to follow a steering vector: its agility. The lag smooths, but also damps: a seek that should pass its target needs 0 (s, 0 to 60, default 0.25)
---@field min_speed? drover.quantity it never goes slower, unless its state's speed is lower (m/s, 0 to 1e6, default 0)
---@field min_force? drover.quantity a weaker push does not move it: no twitching (N, 0 to 1e12, default 0)
---@field damping? drover.quantity how fast drag slows it: after t seconds, e^(−damping · t) of its speed is left (1/s, 0 to 1000, default 0)
---@field smoothing? drover.quantity how long its acceleration, or its wheel, takes to follow: momentum (s, 0 to 60, default 0)
---@field turn_rate? drover.quantity the fastest it turns; its sideways acceleration is at most speed · turn_rate (rad/s, from 0, default unlimited)
---@field wheelbase? drover.quantity between the axles of a wheeled body (m, 0.01 to 1000, default 1)
---@field max_steering_angle? drover.quantity how far the wheel turns: the tightest circle is wheelbase / tan (rad, 0 to 1.5, default 0.6)
---@field max_brake? drover.quantity the strongest braking of a wheeled body; 0: twice max_force (N, 0 to 1e12, default 0)
---@field solid? boolean|"agents"|drover.setting true: obstacles stop the body, and push it out of them; "agents": so they do, and it is kept apart from other such bodies; false: it passes through (default true)
---@field reverse? drover.quantity top speed of a wheeled body backward; 0: it has no reverse gear (m/s, 0 to 1e6, default 0)
---@field stride? drover.quantity the longest step of a legged body, which takes stride / desired speed (m, 0.01 to 1000, default 0.8)
---@field min_stride? drover.quantity the shortest step ahead of a legged body (m, 0 to 1000, default 0.25)
---@field turn? drover.quantity the most a legged body turns in one step, to either side (rad, 0 to π, default 0.6)
---@field arcs? drover.quantity lengths of step that a legged body chooses from; arcs · spokes is 56 at most (1 to 56, default 3)
---@field spokes? drover.quantity directions of step that a legged body chooses from (1 to 56, default 9)
---@field stand_still? boolean|drover.setting whether a legged body can choose to stand (default true)
---@field side_step? boolean|drover.setting whether it can step to either side without turning (default false)
---@field back_step? boolean|drover.setting whether it can step back (default false)

---The `sight` of a kind: how far and how wide its agents see.
---@class (exact) drover.sight
---@field range? drover.quantity how far it sees (m, from 0, default 50)
---@field angle? drover.quantity full cone of view (rad, 0 to 2π, default 2π)
---@field uncertainty? drover.quantity how far off the believed place of an agent in a slot can be while it is not perceived (m, 0 to 1e6, default 0)
---@field drift? drover.quantity how fast the believed place wanders, at most (m/s, 0 to 1e6, default 1)
---@field occluded? boolean obstacles hide what is behind them (default false)

---The `hearing` of a kind: how far its agents hear.
---@class (exact) drover.hearing
---@field range? drover.quantity no event from farther away is heard, however loud (m, from 0, default unlimited)

---@class drover.own_properties
---@field mass number inertia of the body (kg)
---@field radius number of the disc or ball about the body (m)
---@field max_speed number top speed (m/s)
---@field max_force number the strongest push of steering; about 4 · mass · max_speed is agile (N)
---@field response number how long the body takes to follow a steering vector: its agility. The lag smooths, but also damps: a seek that should pass its target needs 0 (s)
---@field min_speed number it never goes slower, unless its state's speed is lower (m/s)
---@field min_force number a weaker push does not move it: no twitching (N)
---@field damping number how fast drag slows it: after t seconds, e^(−damping · t) of its speed is left (1/s)
---@field smoothing number how long its acceleration, or its wheel, takes to follow: momentum (s)
---@field turn_rate number the fastest it turns; its sideways acceleration is at most speed · turn_rate (rad/s)
---@field wheelbase number between the axles of a wheeled body (m)
---@field max_steering_angle number how far the wheel turns: the tightest circle is wheelbase / tan (rad)
---@field max_brake number the strongest braking of a wheeled body; 0: twice max_force (N)
---@field sight_range number how far it sees (m)
---@field sight_angle number full cone of view (rad)
---@field hearing_range number no event from farther away is heard, however loud (m)
---@field sight_uncertainty number how far off the believed place of an agent in a slot can be while it is not perceived (m)
---@field sight_drift number how fast the believed place wanders, at most (m/s)
---@field solid boolean|"agents" true: obstacles stop the body, and push it out of them; "agents": so they do, and it is kept apart from other such bodies; false: it passes through
---@field reverse number top speed of a wheeled body backward; 0: it has no reverse gear (m/s)
---@field stride number the longest step of a legged body, which takes stride / desired speed (m); read-only
---@field min_stride number the shortest step ahead of a legged body (m); read-only
---@field turn number the most a legged body turns in one step, to either side (rad); read-only
---@field arcs number lengths of step that a legged body chooses from; arcs · spokes is 56 at most; read-only
---@field spokes number directions of step that a legged body chooses from; read-only
---@field stand_still boolean whether a legged body can choose to stand; read-only
---@field side_step boolean whether it can step to either side without turning; read-only
---@field back_step boolean whether it can step back; read-only

-- Behaviors

---@class (exact) drover.steer.alignment
---@field kind? drover.kinds the kinds to align with; all by default
---@field state? drover.state_name only agents in this state
---@field radius? drover.quantity the neighborhood (m, 0 to 1e6, default 5)
---@field angle? drover.quantity the neighborhood's full cone of view (rad, 0 to 2π, default 2π)
---@field headings? boolean|drover.setting align the heading only: mean forward − own forward, times the cap (default false)
---@field min_distance? drover.quantity neighbors nearer than this count outside the view, too (m, 0 to 1e6, default 0)
---@field nearest? drover.quantity only this many neighbors, the nearest ones (Ballerini et al. 2008 find 6 to 7 in starlings); 0: all (0 to 64, default 0)

---Match the mean velocity of neighbors.
---
---[Reynolds 1999, Alignment: s = mean neighbor velocity − velocity]
---@param parameters? drover.steer.alignment
---@return drover.behavior
function steer.alignment(parameters) end

---@class (exact) drover.steer.arrival
---@field target drover.target where to come to rest
---@field slowing_distance? drover.quantity where slowing down begins; earlier when the brakes need it (m, 0 to 1e6, default 5)

---Head for a target and come to rest there without passing it.
---
---[Reynolds 1999, Arrival: desired speed = cap · min(1, distance / slowing_distance), at most what max_force / mass
---and response can stop. On wheels, to a goal beside or behind around the tightest circle (Dubins 1957), after driving
---straight on while the goal is within it]
---@param parameters drover.steer.arrival
---@return drover.behavior
function steer.arrival(parameters) end

---@class (exact) drover.steer.climb
---@field field drover.field_name the field to follow
---@field direction? drover.quantity above 0: to where there is more; below 0: to where there is less (-1 to 1, default 1)
---@field distance? drover.quantity from the agent's center to its sensors (m, 0.01 to 1e6, default 1)
---@field angle? drover.quantity between the way ahead and each of the outer sensors (rad, 0 to π, default 0.6)

---Move to where a field has more, or less, as three sensors on the ground ahead tell; straight on if neither side is
---better, and zero where all three find nothing. It follows any amount above 0; `when.field` in a state's `on` says
---how much it takes. Beyond the bounds, sensors read the nearest cell inside.
---
---[Jones 2010, Characteristics of Pattern Formation in Approximations of Physarum Transport Networks: s = cap ·
---unit(way to the best of three sensors) − velocity; of two equal outer ones, one by chance]
---@param parameters drover.steer.climb
---@return drover.behavior
function steer.climb(parameters) end

---@class (exact) drover.steer.cohesion
---@field kind? drover.kinds the kinds to stay with; all by default
---@field state? drover.state_name only agents in this state
---@field radius? drover.quantity the neighborhood (m, 0 to 1e6, default 5)
---@field angle? drover.quantity the neighborhood's full cone of view (rad, 0 to 2π, default 2π)
---@field pull? boolean|drover.setting a pull that grows with the distance: cap · (centroid − position) / radius, not seek (default false)
---@field min_distance? drover.quantity neighbors nearer than this count outside the view, too (m, 0 to 1e6, default 0)
---@field nearest? drover.quantity only this many neighbors, the nearest ones (Ballerini et al. 2008 find 6 to 7 in starlings); 0: all (0 to 64, default 0)

---Seek the centroid of neighbors; zero in the middle of them.
---
---[Reynolds 1999, Cohesion: s = cap · unit(centroid − position) − velocity]
---@param parameters? drover.steer.cohesion
---@return drover.behavior
function steer.cohesion(parameters) end

---@class (exact) drover.steer.containment
---@field horizon? drover.quantity how far ahead the place is predicted (s, 0 to 600, default 1)
---@field region? drover.slot_name the region to stay inside instead of the world's bounds
---@field path? drover.slot_name the path to stay inside, within its radius, instead of the world's bounds; with a region, in both

---Turn inward when the predicted place is outside the world's bounds, a region, or a path; zero for bounds where the
---world wraps.
---
---[Reynolds 1999, Containment: where position + velocity · horizon is outside, s = cap · inward normal − the
---velocity along it]
---@param parameters? drover.steer.containment
---@return drover.behavior
function steer.containment(parameters) end

---@class (exact) drover.steer.crowd_path_following
---@field path drover.slot_name the path to follow
---@field direction? drover.quantity 1: along it, -1: back along it, 0: in any direction, only kept in the tube (-1 to 1, default 1)
---@field horizon? drover.quantity how far ahead the place is predicted that must be in the tube (s, 0 to 600, default 0.5)
---@field projection? drover.quantity predict the place at this distance ahead instead; 0: by horizon (m, 0 to 1e6, default 0)
---@field regulation? drover.quantity pull toward the spine inside the tube: this times the cap at the tube's edge (0 to 1, default 0)
---@field kind? drover.kinds the kinds to keep away from; all by default
---@field state? drover.state_name only agents in this state
---@field radius? drover.quantity the neighborhood (m, 0 to 1e6, default 2)
---@field angle? drover.quantity the neighborhood's full cone of view (rad, 0 to 2π, default 2π)

---Follow a path within its radius and keep apart from others on it, stepping left for those met head-on. Pushes out of
---the tube fade toward its edge.
---
---[Reynolds 1999, Path Following and Separation: s = path_following + separation]
---@param parameters drover.steer.crowd_path_following
---@return drover.behavior
function steer.crowd_path_following(parameters) end

---Steer by a Lua function that is called every tick, after all steps, even where a blend does not evaluate it.
---
---[s = function(self)]
---@param callback fun(self: drover.self): number|drover.vector|nil, number?, number? function(self) → x, y, z in m/s, or a vector; it may read the world but not write it
---@return drover.behavior
function steer.custom(callback) end

---@class (exact) drover.steer.docking
---@field target drover.target where to dock and which way to face: a pose or an agent; at a point, along x
---@field heading? drover.quantity angle added to the target's heading (rad, -2π to 2π, default 0)
---@field speed? drover.quantity speed at the dock; if it is not 0, go straight on through (m/s, 0 to 1e6, default 0)
---@field time? drover.quantity of the world: when to be there, and not before; 0: as soon as possible (s, 0 to 1e9, default 0)
---@field approach? drover.quantity how far behind the dock to line up; on wheels at least 1.25 times the tightest circle (m, 0.01 to 1e6, default 5)

---Arrive at a place with a given heading and, if wanted, with a given speed and at a given time.
---
---[Reynolds 1999, Docking: arrival with orientation, with a non-zero velocity, at a given time; along the dock's axis
---from `approach` behind it, aside offset / 2 of the way in ahead; speed 2 way / time − final speed. On wheels to
---there along the tangent to a circle of 1.25 times the tightest, and around it (Dubins 1957); with a reverse gear,
---straight back if that takes less time]
---@param parameters drover.steer.docking
---@return drover.behavior
function steer.docking(parameters) end

---@class (exact) drover.steer.evasion
---@field target drover.target whose future place counts
---@field horizon? drover.quantity how far ahead it predicts, at most (s, 0 to 600, default 10)
---@field look_ahead? drover.quantity predict this constant time ahead instead; 0: by headings (s, 0 to 600, default 0)
---@field turning? drover.quantity predict this many seconds ahead per meter of distance instead; 0: by headings (s/m, 0 to 600, default 0)
---@field radius? drover.quantity evade only targets nearer than this (m, from 0, default unlimited)
---@field jink? drover.quantity share to the side, per unit away; the side is redrawn twice a second (0 to 10, default 0)

---Flee from where a moving target nearer than the radius will be; straight ahead when that is where the agent is.
---
---[Reynolds 1999, Evasion: the predictor of pursuit; s = flee(position + velocity · T)]
---@param parameters drover.steer.evasion
---@return drover.behavior
function steer.evasion(parameters) end

---@class (exact) drover.steer.explore
---@field radius? drover.quantity how far around itself an agent explores: it comes this close to every place (m, 0.01 to 1e6, default 5)
---@field patience? drover.quantity after this long without getting closer, skip a place as unreachable (s, 0 to 600, default 5)
---@field region? drover.slot_name the slot that holds what to cover; the bounds of the world by default

---Cover the bounds of the world or a region: come within the radius of every place that can be reached, row by row
---from the nearest corner, and then back.
---
---[Reynolds 1999, Explore: exhaustive cover of a region; boustrophedon over cells of at most 1.06 radius (0.87 in a
---volume)]
---@param parameters? drover.steer.explore
---@return drover.behavior
function steer.explore(parameters) end

---@class (exact) drover.steer.flee
---@field target drover.target what to get away from
---@field radius? drover.quantity flee only from targets nearer than this (m, from 0, default unlimited)
---@field keep_speed? boolean|drover.setting keep the current speed instead of going at the cap (default false)

---Head away from a target nearer than the radius; straight ahead when on top of it.
---
---[Reynolds 1999, Flee: s = cap · unit(position − target) − velocity]
---@param parameters drover.steer.flee
---@return drover.behavior
function steer.flee(parameters) end

---@class (exact) drover.steer.flocking.separation
---@field weight? drover.quantity how much separation counts (0 to 1e6, default 1.5)
---@field radius? drover.quantity its neighborhood (m, 0 to 1e6, default 2)
---@field angle? drover.quantity its neighborhood's full cone of view (rad, 0 to 2π, default 2π)

---@class (exact) drover.steer.flocking.alignment
---@field weight? drover.quantity how much alignment counts (0 to 1e6, default 1)
---@field radius? drover.quantity its neighborhood (m, 0 to 1e6, default 5)
---@field angle? drover.quantity its neighborhood's full cone of view (rad, 0 to 2π, default 2π)

---@class (exact) drover.steer.flocking.cohesion
---@field weight? drover.quantity how much cohesion counts (0 to 1e6, default 1)
---@field radius? drover.quantity its neighborhood (m, 0 to 1e6, default 5)
---@field angle? drover.quantity its neighborhood's full cone of view (rad, 0 to 2π, default 2π)

---@class (exact) drover.steer.flocking
---@field kind? drover.kinds the kinds to flock with; all by default
---@field state? drover.state_name only agents in this state
---@field separation? drover.steer.flocking.separation a table of what counts for it
---@field alignment? drover.steer.flocking.alignment a table of what counts for it
---@field cohesion? drover.steer.flocking.cohesion a table of what counts for it
---@field min_distance? drover.quantity neighbors nearer than this count outside the view, too (m, 0 to 1e6, default 0)
---@field nearest? drover.quantity only this many neighbors, the nearest ones (Ballerini et al. 2008 find 6 to 7 in starlings); 0: all (0 to 64, default 0)

---Move as one of a flock, herd or school.
---
---[Reynolds 1999, Flocking: s = cap · Σ weight · unit(part) over the parts that are not zero: separation, alignment
---cap · unit(mean velocity) − velocity, cohesion centroid − position]
---@param parameters? drover.steer.flocking
---@return drover.behavior
function steer.flocking(parameters) end

---@class (exact) drover.steer.flow_following
---@field flow drover.slot_name the flow to follow
---@field horizon? drover.quantity how far ahead the place is predicted at which the flow is read (s, 0 to 600, default 0.5)
---@field direction_only? boolean|drover.setting go at the cap along the flow, however slow it is (default false)

---Move with a flow field, as it flows where the agent is about to be; zero where there is no flow.
---
---[Reynolds 1999, Flow Field Following: s = truncate(F(position + velocity · horizon), cap) − velocity]
---@param parameters drover.steer.flow_following
---@return drover.behavior
function steer.flow_following(parameters) end

---@class (exact) drover.steer.forage
---@field kind drover.kinds the kinds to seek, usually fixed ones
---@field state? drover.state_name only agents in this state
---@field radius? drover.quantity how far away a resource can be; it must be perceived, too (m, 0 to 1e6, default 20)
---@field strength? drover.quantity of wander (0 to 100, default 0.5)
---@field rate? drover.quantity of wander (1/√s, 0 to 100, default 2)

---Seek the nearest resource that is perceived; wander while there is none.
---
---[Reynolds 1999, Forage: wander combined with resource seeking]
---@param parameters drover.steer.forage
---@return drover.behavior
function steer.forage(parameters) end

---@class (exact) drover.steer.hide
---@field target drover.target what to hide from
---@field radius? drover.quantity how far away an obstacle to hide behind can be (m, 0 to 1e6, default 30)
---@field clearance? drover.quantity free space kept between the body and the obstacle (m, 0 to 1e6, default 0.5)
---@field slowing_distance? drover.quantity where slowing down for the hiding place begins (m, 0 to 1e6, default 2)
---@field horizon? drover.quantity how far ahead it predicts the opponent, at most, when there is nowhere to hide (s, 0 to 600, default 10)

---Come to rest at the nearest place behind an obstacle, out of an opponent's sight; evade it when there is none.
---
---[Reynolds 1999, Hide: arrival at obstacle + unit(obstacle − opponent) · (its extent that way + clearance +
---radius), the nearest of these]
---@param parameters drover.steer.hide
---@return drover.behavior
function steer.hide(parameters) end

---@class (exact) drover.steer.interpose
---@field a drover.target the one
---@field b drover.target the other
---@field fraction? drover.quantity where to be between them: 0 at a, 1 at b (0 to 1, default 0.5)
---@field horizon? drover.quantity how far ahead it predicts, at most (s, 0 to 600, default 10)
---@field slowing_distance? drover.quantity where slowing down for the place between them begins (m, 0 to 1e6, default 2)

---Get between the places where two others will be, and stay there.
---
---[Reynolds 1999, Interpose: arrival at the point between position + velocity · T of both, T = distance / cap; there,
---at its velocity]
---@param parameters drover.steer.interpose
---@return drover.behavior
function steer.interpose(parameters) end

---@class (exact) drover.steer.leader_following
---@field leader drover.slot_name the agent to follow
---@field offset? drover.quantity how far behind the leader (m, 0 to 1e6, default 2)
---@field offset_time? drover.quantity plus the distance the leader covers in this time (s, 0 to 600, default 0)
---@field slowing_distance? drover.quantity where slowing down for the place behind the leader begins (m, 0 to 1e6, default 2)
---@field horizon? drover.quantity how far ahead the leader's way is kept free (s, 0 to 600, default 1)
---@field radius? drover.quantity distance below which other followers push (m, 0 to 1e6, default 2)
---@field kind? drover.kinds the kinds of the other followers; the agent's own by default

---Arrive behind a leader, stay out of its way, and keep apart from other followers.
---
---[Reynolds 1999, Leader Following: arrival at leader − forward · offset, or sideways out of the rectangle in front
---of the leader; + separation]
---@param parameters drover.steer.leader_following
---@return drover.behavior
function steer.leader_following(parameters) end

---@class (exact) drover.steer.noise_wander
---@field strength? drover.quantity share to the side, per unit ahead, where the noise is greatest: how sharply it may turn (0 to 100, default 1)
---@field rate? drover.quantity how often new noise is drawn: how soon it changes direction (1/s, 0 to 100, default 0.5)

---Roam at full speed in smooth, sustained turns.
---
---[Reynolds 1999, Wander (coherent noise): s = cap · unit(forward + strength · noise(time · rate) to the side) −
---velocity; gradient noise, one value for left and right and in a volume one for up and down]
---@param parameters? drover.steer.noise_wander
---@return drover.behavior
function steer.noise_wander(parameters) end

---@class (exact) drover.steer.obstacle_avoidance
---@field horizon? drover.quantity how far ahead the way must be free, at the present speed (s, 0 to 600, default 1.5)
---@field clearance? drover.quantity free space kept on both sides of the body (m, 0 to 1e6, default 0)
---@field target? drover.target the goal: ignore obstacles beyond it

---Turn away from the nearest obstacle in the way, braking when it is near. Inside an obstacle, head out of it.
---
---[Reynolds 1999, Obstacle Avoidance: a cylinder of free space ahead, as wide as the body and radius + speed ·
---horizon long; s = cap · (1 − distance / 2 length) · unit(surface normal across the way) − brake; with a
---turn_rate + max(0, cap / 4 − speed) · way along the surface, after OpenSteer, which adds a forward part: at rest
---the side alone only turns. In a corner: away from both surfaces]
---@param parameters? drover.steer.obstacle_avoidance
---@return drover.behavior
function steer.obstacle_avoidance(parameters) end

---@class (exact) drover.steer.offset_pursuit
---@field target drover.target what to pass by or stay next to
---@field radius? drover.quantity how close to pass by; not used with an offset (m, 0 to 1e6, default 5)
---@field offset? drover.slot_name|drover.point the place to keep next to the target: meters ahead, to its left, and up (m)
---@field horizon? drover.quantity how far ahead it predicts, at most (s, 0 to 600, default 10)
---@field slowing_distance? drover.quantity where slowing down for the place next to the target begins (m, 0 to 1e6, default 2)

---Pass by a moving target at a radius; or, with an offset, keep that place in the target's own frame, as in a
---formation.
---
---[Reynolds 1999, Offset Pursuit: s = seek(predicted target − radius · unit(its offset across the way when
---nearest)), straight on just after passing; with an offset, arrival at it with its velocity there. Reynolds says
---nothing of turning: here the target's frame goes on turning as it did in the last quarter of a second, velocity =
---target velocity + turn × offset, and the prediction is on that circle]
---@param parameters drover.steer.offset_pursuit
---@return drover.behavior
function steer.offset_pursuit(parameters) end

---@class (exact) drover.steer.path_following
---@field path drover.slot_name the path to follow
---@field direction? drover.quantity 1: along it, -1: back along it, 0: in any direction, only kept in the tube (-1 to 1, default 1)
---@field horizon? drover.quantity how far ahead the place is predicted that must be in the tube (s, 0 to 600, default 0.5)
---@field projection? drover.quantity predict the place at this distance ahead instead; 0: by horizon (m, 0 to 1e6, default 0)
---@field regulation? drover.quantity pull toward the spine inside the tube: this times the cap at the tube's edge (0 to 1, default 0)

---Follow a path within its radius, first approaching it; stop at the end of an open one. Zero when the predicted place
---is in the tube, the direction is right, and the speed is within 1 % of the cap.
---
---[Reynolds 1999, Path Following: where position + velocity · horizon is further than the radius from the spine or
---the way is wrong, s = seek(the spine max(cap · horizon, radius) further on), without direction seek(the nearest
---point of the spine); Popelová & Gemrot, Path Following: projection length, s += regulation · cap · (spine −
---position) / radius]
---@param parameters drover.steer.path_following
---@return drover.behavior
function steer.path_following(parameters) end

---@class (exact) drover.steer.people_avoidance
---@field kind? drover.kinds the kinds to avoid; all by default
---@field state? drover.state_name only agents in this state
---@field radius? drover.quantity distance below which others repel (m, 0 to 1e6, default 1.5)
---@field angle? drover.quantity the full cone of view (rad, 0 to 2π, default 2π)
---@field horizon? drover.quantity how far ahead collisions are predicted (s, 0 to 600, default 2)
---@field clearance? drover.quantity passing with less than this between the bodies is a collision (m, 0 to 1e6, default 0.3)
---@field ascending? boolean|drover.setting repulsion grows from zero at the radius; constant otherwise (default true)
---@field circumvention? boolean|drover.setting step aside for agents that come the other way or stand still (default true)
---@field acceleration? boolean|drover.setting hurry where ways cross, when ahead of the other (default true)
---@field deceleration? boolean|drover.setting slow down where ways cross, when behind the other, and behind slower agents (default true)
---@field prefer? drover.composition what says where to go, such as path_following; avoidance is added to it

---Keep a distance from others, step aside for those met head-on, hurry or wait where ways cross, and slow down behind
---slower ones.
---
---[Popelová & Gemrot 2015, Steering Behaviors, People (Collision) Avoidance: Σ cap · (1 − distance / radius) ·
---unit(away), truncated to the cap, and for the soonest predicted collision (1 − time / 2 horizon) · (cap · side,
---or desired speed − speed along the way). Ours: with `prefer`, agents make way and keep less distance as in
---reciprocal_avoidance]
---@param parameters? drover.steer.people_avoidance
---@return drover.behavior
function steer.people_avoidance(parameters) end

---@class (exact) drover.steer.predictive_avoidance
---@field kind? drover.kinds the kinds to avoid; all by default
---@field state? drover.state_name only agents in this state
---@field radius? drover.quantity the neighborhood (m, 0 to 1e6, default 10)
---@field angle? drover.quantity the neighborhood's full cone of view (rad, 0 to 2π, default 10π/9)
---@field horizon? drover.quantity how far ahead collisions are predicted (s, 0 to 600, default 4)
---@field clearance? drover.quantity personal space around the agent's own body; 0: nothing keeps bodies apart that touch (m, 0 to 1e6, default 0.5)
---@field nearest? drover.quantity collisions nearer than this push harder the nearer they are (m, 0 to 1e6, default 1)
---@field middle? drover.quantity between `nearest` and this distance, the push is constant (m, 0 to 1e6, default 4)
---@field farthest? drover.quantity from `middle` to this distance, the push falls to zero (m, 0 to 1e6, default 8)
---@field strength? drover.quantity the constant push, as a share of the cap (0 to 1e6, default 0.5)
---@field prefer? drover.composition what says where to go, such as path_following; collisions are predicted for the velocity it asks for, and avoidance is added to it

---Push away, early and gently, from where neighbors will be when they first touch personal space.
---
---[Karamouzas, Heil, van Beek, Overmars 2009, A Predictive Collision Avoidance Model for Pedestrian Simulation,
---Collision Avoidance: with D the way to the collision and between the bodies there, Σ cap · f(D) · unit(own place
---then − other's), f = strength · nearest / D, strength, strength falling to 0; each weighed by 1 − time /
---horizon instead of only the soonest few, so that nothing jumps; truncated to the cap. Ours: bodies in personal
---space, out of view and parting, too, are kept off by cap · (clearance / gap − 1), at most 2 cap, and a tenth of
---it past them. With `prefer`, agents make way and keep less clearance as in reciprocal_avoidance]
---@param parameters? drover.steer.predictive_avoidance
---@return drover.behavior
function steer.predictive_avoidance(parameters) end

---@class (exact) drover.steer.pursuit
---@field target drover.target whose future place counts
---@field horizon? drover.quantity how far ahead it predicts, at most (s, 0 to 600, default 10)
---@field look_ahead? drover.quantity predict this constant time ahead instead; 0: by headings (s, 0 to 600, default 0)
---@field turning? drover.quantity predict this many seconds ahead per meter of distance instead; 0: by headings (s/m, 0 to 600, default 0)
---@field constant_bearing? boolean|drover.setting keep the target at a constant bearing instead of predicting it (default false)

---Seek where a moving target will be; if it does not move, seek the target.
---
---[Reynolds 1999, Pursuit: T by distance, relative headings and position, 0 when aligned in front of the target; s =
---seek(position + velocity · T)]
---@param parameters drover.steer.pursuit
---@return drover.behavior
function steer.pursuit(parameters) end

---@class (exact) drover.steer.queueing
---@field target? drover.target what the line leads to; agents nearer to it are ahead
---@field distance? drover.quantity gap to the agent ahead at which braking begins; with a density, how far away others count (m, 0 to 1e6, default 2)
---@field angle? drover.quantity agents in this full cone toward the target count as ahead (rad, 0 to 2π, default π/2)
---@field radius? drover.quantity distance below which others push; with a density only touching bodies do (m, 0 to 1e6, default 1.2)
---@field density? drover.quantity walk as in a crowd, slower the less room there is ahead: the density at which half the speed is left (people: 1.913), and past those who go another way; 0: brake only for the gap (1/m², 0 to 1e6, default 0)
---@field kind? drover.kinds the kinds that queue; the agent's own by default
---@field state? drover.state_name only agents in this state
---@field prefer? drover.composition a behavior or blend that gives the preferred velocity, such as path_following, instead of the straight way to the target; without a target, agents farther along that way are ahead

---Head for a target, slow down behind those ahead, stop before touching them, and keep apart from others at the side.
---
---[Reynolds, Steering Behaviors For Autonomous Characters (web page), Queuing: s = speed · unit(target − position)
---− velocity + separation, speed = min(cap, that of the one ahead + cap · gap / distance); who is nearer to the
---target is ahead, ties by id. Ours: on wheels, only those ahead push; the part back slows, and the part aside turns
---the way by up to 45°. With a density: Weidmann 1993, Transporttechnik der Fußgänger, speed = cap · (1 −
---exp(−density · (1/ρ − 1/ρ_max))), read at the room 1/ρ = distance² of the agent ahead that leaves the
---least, 1/ρ_max = (both radii)²; as in Tordeux, Chraibi, Seyfried 2016, Collision-Free Speed Model, along unit(to
---target + 0.35 · Σ exp(…) · unit(away), across the way). Ours: who faces more than 45° off the way slows the
---agent only straight ahead, within 0.7 of both radii, and if nearer to its way than it is to theirs; for those that
---it would touch within 2 s it turns aside by up to 45°, as in Xu, Chraibi, Seyfried 2021, Anticipation in a
---Velocity-Based Model for Pedestrian Dynamics. With `prefer`, agents make way as in reciprocal_avoidance, but not for
---others with the same goal, who wait in line]
---@param parameters? drover.steer.queueing
---@return drover.behavior
function steer.queueing(parameters) end

---@class (exact) drover.steer.ray_avoidance
---@field rays? drover.quantity how many feelers; in a volume, as many again in the vertical plane (1 to 32, default 5)
---@field length? drover.quantity of a feeler, from the center (m, 0 to 1e6, default 5)
---@field angle? drover.quantity from the first feeler to the last (rad, 0 to 2π, default π/2)
---@field side_weight? drover.quantity weight of the outermost feelers; that of the front one is 1 (0 to 1, default 0.5)
---@field strength? drover.quantity push of a wall halfway along the front feeler, as a share of the cap (0 to 1e6, default 1)
---@field order? drover.quantity how the push grows with the part of the feeler behind the wall; 0: not at all (0 to 10, default 1)

---Push away from the obstacles that a fan of feelers ahead hits.
---
---[Popelová & Gemrot 2015, Steering Behaviors, Obstacle Avoidance: Σ p · W · F · (2D / R)^O over the rays that
---hit, p the normal there, W the weight of the ray, F = strength · cap, D its part behind the wall, R its length, O
---the order; truncated to the cap. Ours: p is turned to 45° off the way where it is more against it, and below 0.4
---cap as much is added along the wall as the speed is short of that; in the sources such an agent stands forever. One
---that takes time to turn passes on the side to which it turns, and one on wheels stays on the side it took, and in
---its gear]
---@param parameters? drover.steer.ray_avoidance
---@return drover.behavior
function steer.ray_avoidance(parameters) end

---@class (exact) drover.steer.reciprocal_avoidance
---@field target? drover.target where to come to rest; without one, the preferred velocity is the current one
---@field slowing_distance? drover.quantity where slowing down for the target begins (m, 0 to 1e6, default 2)
---@field kind? drover.kinds the kinds to avoid; all by default
---@field state? drover.state_name only agents in this state
---@field radius? drover.quantity the neighborhood; the nearest 10 in it count (m, 0 to 1e6, default 10)
---@field horizon? drover.quantity how long to stay clear of neighbors (s, 0.01 to 600, default 5)
---@field obstacle_horizon? drover.quantity how long to stay clear of obstacles (s, 0.01 to 600, default 1)
---@field clearance? drover.quantity free space kept between bodies, since they respond with a lag; less in gaps that leave less (m, 0 to 1e6, default 0.2)
---@field responsibility? drover.quantity its share of each avoidance; 1 among agents that do not avoid (0 to 1, default 0.5)
---@field prefer? drover.composition what asks for the preferred velocity, such as path_following; instead of a target

---Take the velocity nearest to the preferred one that touches no neighbor and no obstacle for a while, if others do
---their part.
---
---[van den Berg, Guy, Lin, Manocha 2011, Reciprocal n-Body Collision Avoidance (ORCA): half-planes v · n ≥ (v_own +
---u / 2) · n of the nearest 10 neighbors and a linear program, in a volume with half-spaces; obstacles: no faster
---toward the nearest surface and the first ones ahead than their gap / horizon. Ours: a gap on the way ahead, or a
---passage in which another comes toward it, that leaves less than the clearance lowers it to a quarter of what it
---leaves. With `prefer`, an agent that is held up for more than 0.5 s keeps less clearance and looks less far ahead,
---and after 1 s those ahead make way: arrived ones for everyone, others for lower IDs. Agents with one goal let each
---other get there once]
---@param parameters? drover.steer.reciprocal_avoidance
---@return drover.behavior
function steer.reciprocal_avoidance(parameters) end

---@class (exact) drover.steer.seek
---@field target drover.target what to head for
---@field keep_speed? boolean|drover.setting keep the current speed instead of going at the cap (default false)

---Head for a target at full speed, through it, and back; zero on top of it. A response of the body slows each pass,
---down to max_speed − response · max_force / mass at the target: with 0 it flies past forever, with the default
---body it comes to rest.
---
---[Reynolds 1999, Seek: s = cap · unit(target − position) − velocity]
---@param parameters drover.steer.seek
---@return drover.behavior
function steer.seek(parameters) end

---@class (exact) drover.steer.separation
---@field kind? drover.kinds the kinds to keep away from; all by default
---@field state? drover.state_name only agents in this state
---@field radius? drover.quantity the neighborhood (m, 0 to 1e6, default 2)
---@field angle? drover.quantity the neighborhood's full cone of view (rad, 0 to 2π, default 2π)
---@field min_distance? drover.quantity neighbors nearer than this count outside the view, too (m, 0 to 1e6, default 0)
---@field nearest? drover.quantity only this many neighbors, the nearest ones (Ballerini et al. 2008 find 6 to 7 in starlings); 0: all (0 to 64, default 0)

---Push away from neighbors, harder from nearer ones.
---
---[Reynolds 1999, Separation: s = truncate(Σ (position − neighbor) / distance² · radius · cap, cap)]
---@param parameters? drover.steer.separation
---@return drover.behavior
function steer.separation(parameters) end

---@class (exact) drover.steer.shadow
---@field target drover.target what to shadow
---@field radius? drover.quantity within this distance, only match the target's motion (m, 0 to 1e6, default 5)
---@field horizon? drover.quantity how far ahead it predicts, at most (s, 0 to 600, default 10)
---@field slowing_distance? drover.quantity how far outside of the radius slowing down begins (m, 0 to 1e6, default 2)

---Approach a target, then match its speed and direction.
---
---[Reynolds 1999, Shadow: outside of the radius, pursuit that slows down to the target's velocity; inside, s =
---target's velocity − velocity]
---@param parameters drover.steer.shadow
---@return drover.behavior
function steer.shadow(parameters) end

---@class (exact) drover.steer.target_speed
---@field speed drover.quantity the speed to keep (m/s, 0 to 1e6)

---Speed up or slow down to a speed without turning.
---
---[Reynolds 1999, Locomotion (speed control): s = (speed − |velocity|) · forward]
---@param parameters drover.steer.target_speed
---@return drover.behavior
function steer.target_speed(parameters) end

---@class (exact) drover.steer.unaligned_avoidance
---@field kind? drover.kinds the kinds to avoid; all by default
---@field state? drover.state_name only agents in this state
---@field radius? drover.quantity the neighborhood (m, 0 to 1e6, default 10)
---@field angle? drover.quantity the neighborhood's full cone of view (rad, 0 to 2π, default 2π)
---@field horizon? drover.quantity how far ahead collisions are predicted (s, 0 to 600, default 3)
---@field clearance? drover.quantity passing with less than this between the bodies is a collision (m, 0 to 1e6, default 0.5)

---Turn, and speed up or slow down, to miss the neighbor whose predicted collision comes soonest.
---
---[Reynolds 1999, Unaligned Collision Avoidance; sides by parallelness as in OpenSteer: s = (1 − time / 2 horizon)
---· (cap · side + speed change), the first of two that cross going on to the cap, the second to a stop; the threat
---and the side are kept until clearly past or overtaken]
---@param parameters? drover.steer.unaligned_avoidance
---@return drover.behavior
function steer.unaligned_avoidance(parameters) end

---@class (exact) drover.steer.walk_along
---@field partner drover.slot_name the agent to walk with, which should walk along too
---@field target? drover.target where both go; nowhere by default
---@field distance? drover.quantity between the two when side by side (m, 0 to 1e6, default 1.2)
---@field slowing_distance? drover.quantity where slowing down for the place next to the partner, or for the target, begins (m, 0 to 1e6, default 2)

---Walk side by side with a partner, match its speed, and come together again after an obstacle; the one ahead waits.
---
---[Popelová & Gemrot, Walk Along: arrival at the middle between here and the place beside the partner, moving as the
---partner does or, with a target, as both arrive there]
---@param parameters drover.steer.walk_along
---@return drover.behavior
function steer.walk_along(parameters) end

---@class (exact) drover.steer.wall_following
---@field distance? drover.quantity from the wall to the agent's center (m, 0 to 1e6, default 2)
---@field side? drover.quantity 1: keep the wall on the left, -1: on the right, 0: on whichever side it is; along a path in a volume 1: along it, -1: back along it; not used over a surface (-1 to 1, default 0)
---@field horizon? drover.quantity how far ahead the place is predicted (s, 0 to 600, default 0.5)
---@field radius? drover.quantity ignore walls farther from the predicted place than this (m, 0 to 1e6, default 10)
---@field rays? drover.quantity feel for the wall with this many rays over the half circle ahead instead; 0: no rays (0 to 32, default 0)
---@field length? drover.quantity of a ray (m, 0 to 1e6, default 5)
---@field path? drover.slot_name follow the spine of this path, on the side the agent is on; obstacles are then ignored
---@field surface? drover.slot_name follow this surface instead, in the direction of the heading; obstacles are then ignored

---Go along the nearest wall, a path, or a surface, at a distance from it, around inner and outer corners.
---
---[Reynolds 1999, Wall Following: seek of wall point + normal · distance at position + velocity · horizon, with what
---that lacks of cap · horizon along the wall; the normal of a path leads to that position, or to the agent's side
---from one across the path; by rays, Popelová & Gemrot 2015, Wall Following: cap · unit(along + normal · (distance
---− gap) / distance) − velocity]
---@param parameters? drover.steer.wall_following
---@return drover.behavior
function steer.wall_following(parameters) end

---@class (exact) drover.steer.wander
---@field strength? drover.quantity radius of the sphere around the point one unit ahead: how sharply it may turn (0 to 100, default 0.5)
---@field rate? drover.quantity random displacement on the unit sphere: how soon it changes direction; with 2, within a second (1/√s, 0 to 100, default 2)

---Roam at full speed with sustained random turns.
---
---[Reynolds 1999, Wander: s = cap · unit(forward + strength · point) − velocity; the point walks randomly on the
---unit sphere (circle in the plane) that turns with the agent]
---@param parameters? drover.steer.wander
---@return drover.behavior
function steer.wander(parameters) end

---@class (exact) drover.steer.wayfinding
---@field target drover.target where to come to rest
---@field slowing_distance? drover.quantity where slowing down for the target begins (m, 0 to 1e6, default 2)
---@field clearance? drover.quantity free space kept between the body and obstacles; none where no way leaves as much (m, 0 to 1e6, default 0.04)
---@field resolution? drover.quantity the size of the plan's cells (m, 0.01 to 1e6, default 0.25)

---Plan a way around obstacles to the target, follow it, and stop there; plan again when the target has moved, when
---obstacles have changed, when the way is lost, and once a second while a field that scales terrain changes. It keeps
---clear of obstacles, not of agents: use it as `prefer` of an avoidance. Goes straight ahead until its plan is made,
---which may take some ticks when many agents plan, and where no way leads to the target.
---
---[Reich 1997, path planning by wave propagation; s = arrival at the farthest waypoint in a straight line, slowing
---down only for the last]
---@param parameters drover.steer.wayfinding
---@return drover.behavior
function steer.wayfinding(parameters) end

-- Blends

---@class (exact) drover.blend.allocate.part
---@field [1] drover.steering the part
---@field [2]? drover.quantity what the part is multiplied by (-1e6 to 1e6, default 1)

---@class (exact) drover.blend.allocate
---@field [integer] drover.steering|drover.blend.allocate.part its parts, in order
---@field budget? drover.quantity acceleration to share out; never more than the body's max_force / mass (m/s², from 0, default unlimited)

---Give the parts what they ask for, in order, until the acceleration is used up. The last one served gets what is
---left, and the parts after it are not evaluated.
---
---[Reynolds 1999, Combining Behaviors, and 1987 (prioritized acceleration allocation): s = Σ truncate(wᵢ sᵢ, B
---− Σ |wⱼ sⱼ| over j < i), B = budget · max(response, dt)]
---@param parts drover.blend.allocate
---@return drover.composition
function blend.allocate(parts) end

---@class (exact) drover.blend.average.part
---@field [1] drover.steering the part
---@field [2]? drover.quantity how much the part counts (0 to 1e6, default 1)

---@class (exact) drover.blend.average
---@field [integer] drover.steering|drover.blend.average.part its parts, in order
---@field all? boolean|drover.setting whether parts with nothing to do count too, and so weaken the others (default false)

---Take the weighted mean of the parts that have something to do, or of all.
---
---[Popelová and Gemrot, Combining Steering Behaviors: s = Σ wᵢ sᵢ / Σ wᵢ over sᵢ ≠ 0, or over all i]
---@param parts drover.blend.average
---@return drover.composition
function blend.average(parts) end

---@class (exact) drover.blend.dither.part
---@field [1] drover.steering the part
---@field [2]? drover.quantity the probability that the part is evaluated at all (0 to 1, default 1)

---@class (exact) drover.blend.dither
---@field [integer] drover.steering|drover.blend.dither.part its parts, in order

---Take the first vector that is not zero, skipping parts at random, so that later ones get a turn, too. Drawn ten
---times a second.
---
---[Reynolds 1999, Combining Behaviors (prioritized dithering): s = first sᵢ ≠ 0 among those drawn with their
---probability]
---@param parts drover.blend.dither
---@return drover.composition
function blend.dither(parts) end

---@class (exact) drover.blend.normalized.part
---@field [1] drover.steering the part
---@field [2]? drover.quantity what the part is multiplied by (-1e6 to 1e6, default 1)

---@class (exact) drover.blend.normalized
---@field [integer] drover.steering|drover.blend.normalized.part its parts, in order

---Scale the vectors to one length, then add them up, each times its weight: a part that asks for more does not count
---for more.
---
---[Reynolds 1999, Flocking: s = cap · Σ wᵢ unit(sᵢ)]
---@param parts drover.blend.normalized
---@return drover.composition
function blend.normalized(parts) end

---@class (exact) drover.blend.priority
---@field [integer] drover.steering its parts, in order

---Take the first vector that is not zero; the parts after it are not evaluated.
---
---[Reynolds 1999, Combining Behaviors: s = first sᵢ ≠ 0]
---@param parts drover.blend.priority
---@return drover.composition
function blend.priority(parts) end

---@class (exact) drover.blend.random.part
---@field [1] drover.steering the part
---@field [2]? drover.quantity the odds that the part is taken (0 to 1e6, default 1)

---@class (exact) drover.blend.random
---@field [integer] drover.steering|drover.blend.random.part its parts, in order

---Take one of the parts that have something to do, at random, with their weights as the odds. Drawn ten times a
---second.
---
---[Popelová and Gemrot, Combining Steering Behaviors (random active): s = sᵢ with probability wᵢ / Σ wⱼ over
---sⱼ ≠ 0; drawn as by Efraimidis and Spirakis 2006]
---@param parts drover.blend.random
---@return drover.composition
function blend.random(parts) end

---@class (exact) drover.blend.rotate.part
---@field [1] drover.steering the part
---@field [2]? drover.quantity what the part is multiplied by (-1e6 to 1e6, default 1)

---@class (exact) drover.blend.rotate
---@field [integer] drover.steering|drover.blend.rotate.part its parts, in order

---Evaluate one part at a time, each for a tenth of a second in turn, and leave it to the body's momentum to blend
---them. Costs no more than one part.
---
---[Reynolds 1999, Combining Behaviors (one component each frame): s = wᵢ sᵢ, i = 1, 2 … n, 1 …]
---@param parts drover.blend.rotate
---@return drover.composition
function blend.rotate(parts) end

---@class (exact) drover.blend.sum
---@field [integer] drover.steering its parts, in order

---Add the vectors up.
---
---[Reynolds 1999, Combining Behaviors: s = Σ sᵢ]
---@param parts drover.blend.sum
---@return drover.composition
function blend.sum(parts) end

---@class (exact) drover.blend.velocity.part
---@field [1] drover.steering the part
---@field [2]? drover.quantity how much the part counts (0 to 1e6, default 1)

---@class (exact) drover.blend.velocity
---@field [integer] drover.steering|drover.blend.velocity.part its parts, in order
---@field inertia? drover.quantity weight of the velocity wanted so far, mixed in ten times a second (0 to 1e6, default 1)

---Mix the velocities that the active parts want with the one wanted so far, which smooths sudden changes of mind.
---While no part is active, the agent wants its own velocity.
---
---[Popelová and Gemrot, Combining Steering Behaviors: v = (w₀ v₋₁ + Σ wᵢ vᵢ) / (w₀ + Σ wᵢ) over sᵢ
---≠ 0, vᵢ = velocity + sᵢ, w₀ = inertia, ten times a second; s = v − velocity]
---@param parts drover.blend.velocity
---@return drover.composition
function blend.velocity(parts) end

---@class (exact) drover.blend.weighted.part
---@field [1] drover.steering the part
---@field [2]? drover.quantity what the part is multiplied by (-1e6 to 1e6, default 1)

---@class (exact) drover.blend.weighted
---@field [integer] drover.steering|drover.blend.weighted.part its parts, in order

---Add the vectors up, each times its weight; a part with weight 0 is not evaluated.
---
---[Reynolds 1999, Combining Behaviors: s = Σ wᵢ sᵢ]
---@param parts drover.blend.weighted
---@return drover.composition
function blend.weighted(parts) end

-- Guards

---@class (exact) drover.when.after
---@field seconds drover.quantity how long (s, from 0)

---The agent has been in this state for some time.
---@param seconds drover.quantity how long (s, from 0)
---@return drover.guard
---@overload fun(parameters: drover.when.after): drover.guard
function when.after(seconds) end

---@class (exact) drover.when.arrived
---@field target drover.target where to be
---@field distance? drover.quantity at most this far from it (m, from 0, default 0.5)
---@field angle? drover.quantity its heading is within a cone this wide around the target's, which must be an agent or a pose (rad, 0 to 2π, default 2π)
---@field speed? drover.quantity no faster than this (m/s, from 0, default unlimited)
---@field chance? drover.quantity the probability that it holds, drawn once on arrival, until it leaves (0 to 1, default 1)

---@class (exact) drover.when.arrived.rest
---@field distance? drover.quantity at most this far from it (m, from 0, default 0.5)
---@field angle? drover.quantity its heading is within a cone this wide around the target's, which must be an agent or a pose (rad, 0 to 2π, default 2π)
---@field speed? drover.quantity no faster than this (m/s, from 0, default unlimited)
---@field chance? drover.quantity the probability that it holds, drawn once on arrival, until it leaves (0 to 1, default 1)

---The agent is at a target: near enough, slow enough, and facing the way the target does.
---@param target drover.target where to be
---@param parameters? drover.when.arrived.rest
---@return drover.guard
---@overload fun(parameters: drover.when.arrived): drover.guard
function when.arrived(target, parameters) end

---@class (exact) drover.when.blocked
---@field clearance? drover.quantity from the spine to the obstacle's surface, as for planning; at least the body's radius (m, 0 to 1e6, default 0)
---@field path? drover.slot_name the slot that holds the path; by default the path the agent is following
---@field as? drover.slot_name the slot to store the obstacle in

---@class (exact) drover.when.blocked.rest
---@field path? drover.slot_name the slot that holds the path; by default the path the agent is following
---@field as? drover.slot_name the slot to store the obstacle in

---An obstacle that the agent sees blocks its path ahead: time to plan another.
---
---[Reich 1997, path re-planning on a condition]
---@param clearance? drover.quantity from the spine to the obstacle's surface, as for planning; at least the body's radius (m, 0 to 1e6, default 0)
---@param parameters? drover.when.blocked.rest
---@return drover.guard
---@overload fun(parameters: drover.when.blocked): drover.guard
function when.blocked(clearance, parameters) end

---@class (exact) drover.when.chance
---@field probability drover.quantity the probability that it holds at least once within a second (1/s, 0 to 1)

---Holds at random, with a probability per second.
---@param probability drover.quantity the probability that it holds at least once within a second (1/s, 0 to 1)
---@return drover.guard
---@overload fun(parameters: drover.when.chance): drover.guard
function when.chance(probability) end

---@class (exact) drover.when.collided
---@field kind? drover.kinds kinds; all by default
---@field as? drover.slot_name the slot to store the nearest agent it touches in
---@field chance? drover.quantity the probability that it holds, drawn once when the agent, which touched none of them before, begins to (0 to 1, default 1)

---@class (exact) drover.when.collided.rest
---@field as? drover.slot_name the slot to store the nearest agent it touches in
---@field chance? drover.quantity the probability that it holds, drawn once when the agent, which touched none of them before, begins to (0 to 1, default 1)

---The agent's body touches another agent's, perceived or not.
---@param kind? drover.kinds kinds; all by default
---@param parameters? drover.when.collided.rest
---@return drover.guard
---@overload fun(parameters: drover.when.collided): drover.guard
function when.collided(kind, parameters) end

---@class (exact) drover.when.every
---@field seconds drover.quantity the time between (s, from 0.001)
---@field chance? drover.quantity the probability that it holds, drawn at each interval (0 to 1, default 1)

---@class (exact) drover.when.every.rest
---@field chance? drover.quantity the probability that it holds, drawn at each interval (0 to 1, default 1)

---Holds for one tick at regular intervals, counted from when the state was entered.
---@param seconds drover.quantity the time between (s, from 0.001)
---@param parameters? drover.when.every.rest
---@return drover.guard
---@overload fun(parameters: drover.when.every): drover.guard
function when.every(seconds, parameters) end

---@class (exact) drover.when.far
---@field who drover.kinds|drover.slot_name kinds, or a slot that holds an agent or a point
---@field distance drover.quantity farther than this (m, from 0)

---No agent of the kinds is within a distance, or what a slot holds is farther away, perceived or not.
---@param who drover.kinds|drover.slot_name kinds, or a slot that holds an agent or a point
---@param distance drover.quantity farther than this (m, from 0)
---@return drover.guard
---@overload fun(parameters: drover.when.far): drover.guard
function when.far(who, distance) end

---@class (exact) drover.when.field
---@field field drover.field_name the field
---@field above? drover.quantity more than this (default unlimited)
---@field below? drover.quantity less than this (default unlimited)

---@class (exact) drover.when.field.rest
---@field above? drover.quantity more than this (default unlimited)
---@field below? drover.quantity less than this (default unlimited)

---Where the agent is, a field holds more than an amount, less than one, or between two.
---@param field drover.field_name the field
---@param parameters? drover.when.field.rest
---@return drover.guard
---@overload fun(parameters: drover.when.field): drover.guard
function when.field(field, parameters) end

---@class (exact) drover.when.has
---@field slot drover.slot_name the slot

---A slot is filled, and what it holds still exists.
---@param slot drover.slot_name the slot
---@return drover.guard
---@overload fun(parameters: drover.when.has): drover.guard
function when.has(slot) end

---@class (exact) drover.when.hears
---@field name drover.event_name the event
---@field as? drover.slot_name the slot to store the agent that the event is about in, or else its sender
---@field at? drover.slot_name the slot to store where it happened
---@field chance? drover.quantity the probability that the agent takes notice, drawn for each event (0 to 1, default 1)

---@class (exact) drover.when.hears.rest
---@field as? drover.slot_name the slot to store the agent that the event is about in, or else its sender
---@field at? drover.slot_name the slot to store where it happened
---@field chance? drover.quantity the probability that the agent takes notice, drawn for each event (0 to 1, default 1)

---An event of that name, emitted in the previous tick, reaches the agent.
---@param name drover.event_name the event
---@param parameters? drover.when.hears.rest
---@return drover.guard
---@overload fun(parameters: drover.when.hears): drover.guard
function when.hears(name, parameters) end

---@class (exact) drover.when.inside
---@field region drover.slot_name the slot that holds the region

---The agent's center is in a region, or on its edge.
---@param region drover.slot_name the slot that holds the region
---@return drover.guard
---@overload fun(parameters: drover.when.inside): drover.guard
function when.inside(region) end

---@class (exact) drover.when.is
---@field slot drover.slot_name the slot that holds an agent
---@field state drover.state_name the state it must be in

---The agent in a slot is in a state of that name.
---@param slot drover.slot_name the slot that holds an agent
---@param state drover.state_name the state it must be in
---@return drover.guard
---@overload fun(parameters: drover.when.is): drover.guard
function when.is(slot, state) end

---The agent is the leader of its group.
---@return drover.guard
function when.leads() end

---@class (exact) drover.when.loses
---@field slot drover.slot_name the slot that holds the agent
---@field seconds drover.quantity how long it was out of sight (s, from 0)

---The agent in a slot has been out of sight for some time, counting from when the state was entered.
---@param slot drover.slot_name the slot that holds the agent
---@param seconds drover.quantity how long it was out of sight (s, from 0)
---@return drover.guard
---@overload fun(parameters: drover.when.loses): drover.guard
function when.loses(slot, seconds) end

---A Lua function decides.
---@param callback fun(self: drover.self): any called with the agent; holds when it returns a true value
---@return drover.guard
function when.lua(callback) end

---@class (exact) drover.when.near
---@field who drover.kinds|drover.slot_name kinds, or a slot that holds an agent or a point
---@field distance drover.quantity at most this far (m, from 0)
---@field as? drover.slot_name the slot to store the nearest one in

---@class (exact) drover.when.near.rest
---@field as? drover.slot_name the slot to store the nearest one in

---An agent of one of the kinds, or what a slot holds, is within a distance, perceived or not.
---@param who drover.kinds|drover.slot_name kinds, or a slot that holds an agent or a point
---@param distance drover.quantity at most this far (m, from 0)
---@param parameters? drover.when.near.rest
---@return drover.guard
---@overload fun(parameters: drover.when.near): drover.guard
function when.near(who, distance, parameters) end

---@class (exact) drover.when.off_path
---@field distance drover.quantity farther than this (m, from 0)
---@field path? drover.slot_name the slot that holds the path; by default the path the agent is following

---@class (exact) drover.when.off_path.rest
---@field path? drover.slot_name the slot that holds the path; by default the path the agent is following

---The agent is farther than a distance from the spine of a path.
---@param distance drover.quantity farther than this (m, from 0)
---@param parameters? drover.when.off_path.rest
---@return drover.guard
---@overload fun(parameters: drover.when.off_path): drover.guard
function when.off_path(distance, parameters) end

---@class (exact) drover.when.seen_by
---@field kind? drover.kinds kinds; all by default
---@field as? drover.slot_name the slot to store the nearest one that sees it in

---@class (exact) drover.when.seen_by.rest
---@field as? drover.slot_name the slot to store the nearest one that sees it in

---Another agent perceives this one.
---@param kind? drover.kinds kinds; all by default
---@param parameters? drover.when.seen_by.rest
---@return drover.guard
---@overload fun(parameters: drover.when.seen_by): drover.guard
function when.seen_by(kind, parameters) end

---@class (exact) drover.when.sees
---@field who drover.kinds|drover.slot_name kinds, or a slot that holds an agent
---@field within? drover.quantity no farther than this, center to center; the sight range by default (m, from 0, default unlimited)
---@field as? drover.slot_name the slot to store the nearest one in
---@field at? drover.slot_name the slot to store its position in

---@class (exact) drover.when.sees.rest
---@field within? drover.quantity no farther than this, center to center; the sight range by default (m, from 0, default unlimited)
---@field as? drover.slot_name the slot to store the nearest one in
---@field at? drover.slot_name the slot to store its position in

---The agent perceives one of the kinds, or the agent in a slot.
---@param who drover.kinds|drover.slot_name kinds, or a slot that holds an agent
---@param parameters? drover.when.sees.rest
---@return drover.guard
---@overload fun(parameters: drover.when.sees): drover.guard
function when.sees(who, parameters) end

---@class (exact) drover.when.setting
---@field name string|drover.setting the setting
---@field value? number|boolean|string what it must be: a number, true, false, or an option; by default anything but 0, off, or the first option

---A setting has a certain value.
---@param name string|drover.setting the setting
---@param value? number|boolean|string what it must be: a number, true, false, or an option; by default anything but 0, off, or the first option
---@return drover.guard
---@overload fun(parameters: drover.when.setting): drover.guard
function when.setting(name, value) end

---@class (exact) drover.when.stuck
---@field seconds drover.quantity how long (s, from 0)
---@field distance? drover.quantity how far it should have moved in that time (m, from 0, default 0.5)

---@class (exact) drover.when.stuck.rest
---@field distance? drover.quantity how far it should have moved in that time (m, from 0, default 0.5)

---The agent has been in this state for some time without moving farther than a distance, for whatever reason.
---@param seconds drover.quantity how long (s, from 0)
---@param parameters? drover.when.stuck.rest
---@return drover.guard
---@overload fun(parameters: drover.when.stuck): drover.guard
function when.stuck(seconds, parameters) end

-- Stress behaviors

---@class (exact) drover.stress.attract
---@field target drover.target what to go to
---@field distance? drover.quantity near enough: no stress below this (m, 0 to 1e6, default 0)
---@field angle? drover.quantity facing it closely enough: no stress below this (rad, 0 to π, default 0)
---@field distance_scale? drover.quantity factor for the stress of the distance (0 to 1e6, default 1)
---@field distance_power? drover.quantity power to which the distance is raised (0 to 8, default 1)
---@field angle_scale? drover.quantity factor for the stress of the angle (0 to 1e6, default 1)
---@field angle_power? drover.quantity power to which the angle is raised (0 to 8, default 1)

---Go to a thing or place and face it. The distance to a place is from the stepping foot, which steps on it once it can
---reach it; the distance to a thing is from body to body.
---
---[Reich 1997, Basic Sensors and Attract: (s · max(0, d − distance) ^ p)² + (s' · max(0, |θ| − angle) ^ p')²]
---@param parameters drover.stress.attract
---@return drover.stress_behavior
function stress.attract(parameters) end

---@class (exact) drover.stress.avoid
---@field target drover.target what to keep away from
---@field distance? drover.quantity far enough: no stress beyond this (m, 0 to 1e6, default 3)
---@field distance_scale? drover.quantity factor for the stress of the distance (0 to 1e6, default 1)
---@field distance_power? drover.quantity power to which the distance is raised (0 to 8, default 1)
---@field angle_scale? drover.quantity factor for the stress of the angle (0 to 1e6, default 1)
---@field angle_power? drover.quantity power to which the angle is raised (0 to 8, default 1)

---Keep away from one thing or place: the nearer it is, and the more the agent faces it, the greater the stress.
---
---[Reich 1997, Basic Sensors and Avoid: with g = distance − gap, (s · g ^ p)² + (s' · (π − |θ|) ^ p')² where
---g > 0]
---@param parameters drover.stress.avoid
---@return drover.stress_behavior
function stress.avoid(parameters) end

---The stress of each candidate, as returned by a Lua function. When the agent has to choose, it is called some 27
---times on legs and 49 times on other bodies, after the `step` functions of all agents.
---
---[stress = function(self, x, y, turn, stride)]
---@param callback fun(self: drover.self, x: number, y: number, turn: number, stride: number): number function(self, x, y, turn, stride) → the stress of a step or velocity that leads to x, y (m), turned by turn (rad); it may read the world but not write it
---@return drover.stress_behavior
function stress.custom(callback) end

---@class (exact) drover.stress.depth
---@field sensors? drover.quantity how many sensors share the angle (1 to 36, default 18)
---@field angle? drover.quantity the field of view, centered on the way it faces (rad, 0 to 2π, default π)
---@field min? drover.quantity from the body; anything nearer counts as this near (m, 0 to 1e6, default 0)
---@field max? drover.quantity anything farther is not detected (m, 0 to 1e6, default 10)
---@field bits? drover.quantity resolution of a measured distance (1 to 16, default 8)
---@field bias? drover.quantity weight of each sensor in addition to the cosine of its angle (0 to 1e6, default 0.1)
---@field kind? drover.kinds whose bodies are detected, in addition to obstacles

---Go where there is room: range sensors cover the field of view. Each adds more stress the less depth it measures and
---the more it looks straight ahead.
---
---[Reich 1997, Attraction to Deep Spaces: Σ_i (cos φ_i + bias) / (code_i + 1), code = ⌊(2^bits − 1) · (distance
---− min) / (max − min)⌋, of nothing 2^bits − 1]
---@param parameters? drover.stress.depth
---@return drover.stress_behavior
function stress.depth(parameters) end

---@class (exact) drover.stress.duck
---@field height? drover.quantity how tall it stands (m, 0 to 1e6, default 1.8)
---@field clearance? drover.quantity kept between its head and what it ducks under (m, 0 to 1e6, default 0.1)
---@field min? drover.quantity from the obstacle's surface: within this, it has ducked (m, 0 to 1e6, default 0.5)
---@field max? drover.quantity from this distance on, it stands upright (m, 0 to 1e6, default 3)

---In a volume, duck under obstacles that hang low: the nearer they are, the lower the agent's posture, until it fits
---under the lowest one. Does not affect where the agent steps.
---
---[Reich 1997, Ducking: within min the height of the object less clearance, from max on the standing height, between
---them in proportion; the lowest counts]
---@param parameters? drover.stress.duck
---@return drover.stress_behavior
function stress.duck(parameters) end

---@class (exact) drover.stress.field
---@field field drover.field_name the field under the steps
---@field direction? drover.quantity below 0: the more, the worse; above 0: the less, the worse (-1 to 1, default -1)

---Mind how much a field holds under a step, as a share of its max: panic, smoke, heat; or, with a direction above 0,
---how much it lacks.
---
---[Drover, after Reich 1997, Terrain Awareness: −direction · amount / max; above 0: direction · (1 − amount /
---max)]
---@param parameters drover.stress.field
---@return drover.stress_behavior
function stress.field(parameters) end

---Go the way the steering behaviors ask, and face it. Agents with steering have it even if their list does not name
---it.
---
---[|step's velocity − desired velocity| + ¼ · (|desired| − facing · desired) + 2 · (step's speed − facing ·
---step's velocity) on legs that can turn]
---@return drover.stress_behavior
function stress.follow_steering() end

---Keep going the way it faces: 0 for the longest step straight ahead, 1 for standing still, 2 for the longest step
---back.
---
---[Reich 1997, Inertia (attraction in the forward direction): 1 − (step · forward) / longest step]
---@return drover.stress_behavior
function stress.forward() end

---@class (exact) drover.stress.gaze_avoid
---@field kind drover.kinds whose gaze is avoided
---@field rays? drover.quantity from each eye, spread over the width of the body; one that gets through is enough (1 to 9, default 1)

---Step where agents of a kind do not look: each that sees the candidate, within its range and view and past obstacles,
---adds 1 over its distance.
---
---[Reich 1997, Field-of-View Avoidance: Σ over who sees the agent of 1 / distance; rays are cast from their eyes]
---@param parameters drover.stress.gaze_avoid
---@return drover.stress_behavior
function stress.gaze_avoid(parameters) end

---@class (exact) drover.stress.inertia
---@field drunk? drover.quantity how far off straight ahead it prefers to go, as a share of the body's turn (0 to 1, default 0)
---@field braking? drover.quantity how fast it slows down at no cost; what a step sheds beyond that costs (m/s², 0 to 1e6, default 6)

---Go straight ahead: stress grows with the speed and with how far the step turns the motion, be it by turning or by
---stepping aside. Braking hard costs, too. A drunk agent prefers a turn to one side or the other.
---
---[Reich 1997, Inertia, and the W of its drunk agent: |‖turn of the motion| − drunk · most turn| · speed +
---excess² / speed now; speed is the mean of now and the step's, or the step's if that is greater; excess = speed now
---− step's speed − braking · duration, above 0; a tenth of the preferred turn is added on the side that is not
---drawn for this step]
---@param parameters? drover.stress.inertia
---@return drover.stress_behavior
function stress.inertia(parameters) end

---@class (exact) drover.stress.line_attract
---@field path? drover.slot_name the line: a path, such as a curb
---@field obstacle? drover.slot_name the line: the outline of an obstacle
---@field from? drover.slot_name|drover.point where a line begins; with a target, ahead and left of it (m)
---@field to? drover.slot_name|drover.point where it ends (m)
---@field target? drover.slot_name the agent that the line between `from` and `to` moves with
---@field distance? drover.quantity near enough to it, from the body's surface: no stress below this (m, 0 to 1e6, default 1)
---@field angle? drover.quantity the full cone of view (rad, 0 to 2π, default 2π)
---@field distance_scale? drover.quantity factor for the stress of the distance (0 to 1e6, default 1)
---@field distance_power? drover.quantity power to which the distance is raised (0 to 8, default 1)
---@field angle_scale? drover.quantity factor for the stress of the angle (0 to 1e6, default 1)
---@field angle_power? drover.quantity power to which the angle is raised (0 to 8, default 1)
---@field least_angle? drover.quantity facing it closely enough: no stress below this (rad, 0 to π, default π/2)

---Approach a line and face it: a curb, the wall on the right, someone's side.
---
---[Reich 1997, Line (basic sensors) with Attract: the nearest point in view; (distance_scale · (d − distance) ^
---distance_power)² + (angle_scale · |angle| ^ angle_power)²; where nothing is in view, the worst of the others]
---@param parameters? drover.stress.line_attract
---@return drover.stress_behavior
function stress.line_attract(parameters) end

---@class (exact) drover.stress.line_avoid
---@field path? drover.slot_name the line: a path, such as a curb
---@field obstacle? drover.slot_name the line: the outline of an obstacle
---@field from? drover.slot_name|drover.point where a line begins; with a target, ahead and left of it (m)
---@field to? drover.slot_name|drover.point where it ends (m)
---@field target? drover.slot_name the agent that the line between `from` and `to` moves with
---@field distance? drover.quantity far enough from it, from the body's surface: no stress beyond this (m, 0 to 1e6, default 1.5)
---@field angle? drover.quantity the full cone of view (rad, 0 to 2π, default π)
---@field distance_scale? drover.quantity factor for the stress of the distance (0 to 1e6, default 1)
---@field distance_power? drover.quantity power to which the distance is raised (0 to 8, default 1)
---@field angle_scale? drover.quantity factor for the stress of the angle (0 to 1e6, default 1)
---@field angle_power? drover.quantity power to which the angle is raised (0 to 8, default 1)

---Keep away from a line in view, or from all walls and outlines of obstacles if none is named. Of several, the one
---with the most stress counts.
---
---[Reich 1997, Line (basic sensors) with Avoid: the nearest point in view; (distance_scale · gap ^ distance_power)²
---+ (angle_scale · (π − |angle|) ^ angle_power)² with gap = distance − d, above 0]
---@param parameters? drover.stress.line_avoid
---@return drover.stress_behavior
function stress.line_avoid(parameters) end

---@class (exact) drover.stress.predictive_attract
---@field target drover.target what to meet
---@field distance? drover.quantity near enough to it, from surface to surface (m, 0 to 1e6, default 0.5)

---Go the way that leads near a moving target soonest, if both go straight ahead: it heads off a target that crosses
---instead of falling in behind it.
---
---[Reich 1997, Predictive Attraction: (x + vx t)² + (y + vy t)² = D² for the relative place and velocity after the
---step; the stress is the smaller root (s), 0 inside of D. Where there is none, the time of the nearest approach and
---the distance left then, at most the distance now; where they part, the distance now; distances beyond D over max(cap
---− target's speed, cap / 10)]
---@param parameters drover.stress.predictive_attract
---@return drover.stress_behavior
function stress.predictive_attract(parameters) end

---@class (exact) drover.stress.predictive_avoid
---@field kind? drover.kinds the kinds to avoid; all by default
---@field state? drover.state_name only agents in this state
---@field radius? drover.quantity the neighborhood (m, 0 to 1e6, default 10)
---@field angle? drover.quantity the neighborhood's full cone of view (rad, 0 to 2π, default 10π/9)
---@field horizon? drover.quantity how far ahead others are predicted, one step of the agent at a time, at most 16 steps (s, 0 to 600, default 2)
---@field clearance? drover.quantity kept between the bodies (m, 0 to 1e6, default 0.2)
---@field turn? drover.quantity the widest turn that others are predicted to make (rad, 0 to π, default π/6)
---@field accelerate? drover.quantity how likely it is that others go one and a half times as fast (0 to 1, default 0.2)
---@field brake? drover.quantity how likely it is that they go half as fast (0 to 1, default 0.2)
---@field left? drover.quantity how likely it is that they turn left (0 to 1, default 0.2)
---@field right? drover.quantity how likely it is that they turn right (0 to 1, default 0.2)

---Keep clear of where others will probably be in the next steps. Those who will pass at a distance do not count,
---however near they are now.
---
---[Reich 1997, Predictive Avoidance: Σ λ_k · max p_k over the cells that the body touches k steps on, in percent;
---others are at k (place − place before) from here, at half, all and half again of the way and turned by 0, turn / 2
---and turn to either side, p being the product of how likely pace and turn are; λ_k falls evenly to nothing at the
---horizon]
---@param parameters? drover.stress.predictive_avoid
---@return drover.stress_behavior
function stress.predictive_avoid(parameters) end

---@class (exact) drover.stress.proximity_avoid
---@field kind? drover.kinds the kinds to avoid; all by default
---@field state? drover.state_name only agents in this state
---@field radius? drover.quantity how far the region reaches: what comes nearer is avoided (m, 0 to 1e6, default 3)
---@field angle? drover.quantity the region's full angle, centered on the way the agent faces (rad, 0 to 2π, default 2π/3)
---@field agents? boolean|drover.setting avoid agents (default true)
---@field obstacles? boolean|drover.setting avoid obstacles (default true)
---@field distance_scale? drover.quantity factor for the stress of the distance (0 to 1e6, default 1)
---@field distance_power? drover.quantity power to which the distance is raised (0 to 8, default 1)
---@field angle_scale? drover.quantity factor for the stress of the angle (0 to 1e6, default 1)
---@field angle_power? drover.quantity power to which the angle is raised (0 to 8, default 1)

---Keep clear of agents and obstacles in a region ahead, treating all of them as one in their midst: two with a free
---way between them look like one that blocks it, so use a narrow region where that matters.
---
---[Reich 1997, Proximity (basic sensors) with Avoid: α = radius − distance to the surface; the simulated object is
---at Σ α · place / Σ α with radius Σ α · radius / Σ α, places being centers of discs and the nearest points
---of other shapes; (distance_scale · gap ^ distance_power)² + (angle_scale · (π − |angle|) ^ angle_power)² with
---gap = radius − distance to its surface]
---@param parameters? drover.stress.proximity_avoid
---@return drover.stress_behavior
function stress.proximity_avoid(parameters) end

---@class (exact) drover.stress.terrain
---@field steps? drover.quantity how many steps are looked at: the candidate and those straight ahead from it (1 to 16, default 3)
---@field fading? drover.quantity weight of each further step, as a share of the one before (0 to 1, default 0.5)
---@field slope? drover.quantity weight of the energy that a step uphill or downhill takes, compared with a level one (0 to 1e6, default 0)

---Mind the weight of the terrain under a step and, less with each step, under those that would follow straight ahead.
---
---[Reich 1997, Terrain Awareness: Σ_k f(k) · weight of the terrain k steps on; f(k) = fading ^ (k − 1)]
---@param parameters? drover.stress.terrain
---@return drover.stress_behavior
function stress.terrain(parameters) end

return drover
