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

-- @class vector

-- Agents

-- @class agent

---An agent whose kind editors do not know.
---@class drover.agent: drover.any_agent
---@field [string] any its slots and memory

-- `drover check --types` puts the scenario's own kinds here.
---@alias drover.self drover.agent

-- Groups

-- @class group

-- Things

-- @class obstacle

-- @class path

-- @class flow

-- @class field

---How `field:fill` reads an image.
---@class (exact) drover.fill_options
---@field amount? number what white stands for, from 0 to the field's `max`; `max` by default
---@field channel? "brightness"|"red"|"green"|"blue"|"alpha" what counts; "brightness" by default: 0.2126 · red + 0.7152 · green + 0.0722 · blue, times alpha, of the values in the file, without gamma

-- @class image

-- @class geometry

---The smallest rectangle around a geometry or a map.
---@class drover.geometry_bounds
---@field min drover.vector m, where x and y are least
---@field max drover.vector m, where they are most

-- @class region

-- @class surface

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

-- @class world

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

-- @class draw

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

-- @module drover. definitions/states.lua

-- States made of parts

-- @module composed. composed.lua
-- @module tree. tree.lua
-- @module utility. utility.lua
-- @module subsumption. subsumption.lua
-- @module schema. schema.lua
-- @module goap. goap.lua

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

-- @module drover. definitions/looks.lua
-- @module drover. definitions/kinds.lua
-- @module drover. definitions/models.lua
-- @module drover. definitions/places.lua
-- @module drover. definitions/links.lua
-- @module drover. definitions/tools.lua
-- @module drover. definitions/views.lua
-- @module drover. definitions/scenarios.lua
-- @module drover. definitions/settings.lua
-- @module drover. definitions/mods.lua
-- @module def: definitions/edits.lua

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

-- @module test: testing.lua

-- @class test_world
