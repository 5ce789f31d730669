-- What scripts find in `require "drover"`, for editors that run lua-language-server. Drover itself never loads this.
-- luacheck: ignore (nothing here is run)

-- What can be written in many places

---A place or an offset in meters: `{ x, y }`, `{ x, y, z }`, `{ x = , y = }` or a vector.
---@alias drover.point drover.vector|number[]|drover.axes

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

---A color by name ("tan", "skyblue") or as "#rrggbb" or "#rrggbbaa".
---@alias drover.color string

---The value of a setting as it is now, read every tick.
---@class drover.setting

---The mouse as a target; empty while it is not over the window.
---@class drover.mouse

---A field of memory without a value.
---@class drover.none

---A behavior or a blend of them.
---@class drover.steering

---@class drover.behavior: drover.steering

---@class drover.composition: drover.steering

---What an agent on legs minds about a step.
---@class drover.stress_behavior

---A condition. Guards compose: `a & b`, `a | b`, `~a`.
---@class drover.guard
---@operator band(drover.guard): drover.guard
---@operator bor(drover.guard): drover.guard
---@operator bnot: drover.guard

---@class drover.declared_kind
---@field name string

---@class drover.declared_group
---@field name string

---@class drover.declared_surface
---@field name string

---@class drover.declared_flow
---@field name string

---@class drover.declared_terrain
---@field name string

---What a kind's agents are like, by `drover.model`.
---@class drover.declared_model

---@class drover.setting_declaration

-- Vectors

---A vector of `drover.vec`: immutable, compared by component.
---@class drover.vector
---@field x number
---@field y number
---@field z number
---@operator add(drover.vector): drover.vector
---@operator sub(drover.vector): drover.vector
---@operator mul(number): drover.vector
---@operator div(number): drover.vector
---@operator unm: drover.vector
local vector = {}

---@return number length
function vector:length() end

---@param other drover.vector
---@return number
function vector:dot(other) end

---The vector of length 1 in its direction; zero stays zero.
---@return drover.vector
function vector:unit() end

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
---@field group? drover.group
---@field id integer read-only, as everything from here on
---@field kind string the name of its kind
---@field state drover.state_name an empty string without states
---@field state_time number s since it entered the state
---@field alive boolean
---@field speed number m/s
---@field position drover.vector m
---@field velocity drover.vector m/s
---@field forward drover.vector of length 1
---@field up drover.vector of length 1
---@field posture number 0 to 1: the part of its standing height that it has, while it ducks
---@field world drover.world
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

---An event emitted in the tick before: its source (true when that is gone), whom it is about, and where it was.
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
---@field leader? drover.agent
---@field kind string the name it was declared with
---@field world drover.world
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

---@class drover.obstacle
---@field x number m; assigning moves it
---@field y number m
---@field z number m
---@field heading number rad
---@field radius number m, of the ball about it
---@field alive boolean
---@field blocks_sight boolean may be assigned, as the next two: a door that opens
---@field blocks_movement boolean
---@field blocks_planning boolean
local obstacle = {}

function obstacle:remove() end

---@class drover.path
---@field length number m
---@field radius number m, of the tube about it
---@field closed boolean
---@field alive boolean
local path = {}

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

function path:remove() end

---@class drover.flow
---@field name string
---@field alive boolean
local flow = {}

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

function flow:remove() end

---@class drover.region
---@field x number m, of its middle
---@field y number m
---@field z number m
---@field speed number what desired speeds are multiplied by inside; may be assigned
---@field terrain string? the terrain it lays; may be assigned, and then lies on top
---@field alive boolean
local region = {}

---@param place drover.any_agent|drover.point|number an agent, a place, or its x
---@param y? number
---@param z? number
---@return boolean
function region:contains(place, y, z) end

function region:remove() end

---@class drover.surface
---@field name string
---@field alive boolean
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
---@field sphere? drover.shape.sphere
---@field box? drover.shape.box
---@field polygon? drover.point[] its corners
---@field wall? drover.shape.wall
---@field cylinder? drover.shape.cylinder
---@field color? drover.color

---A shape, and what the obstacle is in the way of: all of it unless it says otherwise.
---@class (exact) drover.obstacle_definition: drover.shape
---@field blocks? drover.obstacle_definition.blocks

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
---@field from drover.point
---@field to drover.point

---@class (exact) drover.shape.cylinder
---@field x number m, of its middle
---@field y number m
---@field z? number m
---@field radius number m
---@field height? number m, 1 by default

-- The world

---@class drover.world
---@field settings drover.settings
---@field memory table<string, any> data of the scenario, kept through reloads; assigning what is no data raises
---@field visibility number m, how far anybody sees; math.huge in clear air; may be assigned
---@field bounds drover.world_bounds
---@field tick integer
---@field time number s
---@field dt number s, of one tick
---@field seed integer
---@field mouse? drover.vector m, where the mouse is; nil while it is not over the window
---@field draw drover.draw draws for one tick
local world = {}

---The settings of the scenario, by name; may be assigned.
---@class drover.settings
---@field [string] any

---@class drover.world_bounds
---@field min drover.vector
---@field max drover.vector
---@field edge drover.edge

---@alias drover.edge "open"|"contain"|"wrap"

---@class drover.birth
---@field x? number m, 0 by default
---@field y? number m
---@field z? number m
---@field heading? number rad
---@field speed? number m/s along the heading
---@field state? drover.state_name the initial one by default
---@field group? drover.group
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

---@param shape drover.obstacle_definition
---@return drover.obstacle
function world:obstacle(shape) end

---@class (exact) drover.path_definition
---@field points drover.point[]
---@field radius? number m, of the tube about it; 1 by default
---@field closed? boolean
---@field spline? boolean smooth, through the points

---@param def drover.path_definition
---@return drover.path
function world:path(def) end

---@class (exact) drover.plan_options
---@field clearance? number m, kept from every obstacle; by default the radius of an agent that starts, else 0
---@field resolution? number m, of the cells of the obstacle map; 0.25 by default
---@field boundary? drover.plan_options.boundary what the way stays in; the world's bounds by default
---@field known? drover.obstacle[] lead around these only, as who plans knows no others; those that are gone do not count

---@class (exact) drover.plan_options.boundary
---@field min drover.point
---@field max drover.point

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
---@field shape drover.shape
---@field speed? number what desired speeds are multiplied by inside; 1 by default
---@field terrain? string|drover.declared_terrain that it lays, on top of what lies there

---@param def drover.region_definition
---@return drover.region
function world:region(def) end

---@param name string|drover.declared_group
---@return drover.group
function world:group(name) end

---@param name string|drover.declared_flow
---@return drover.flow
function world:flow(name) end

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
---@field about? drover.any_agent
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

---@param key string its name: "a", "space", "left"
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
---@field color? drover.color
---@field width? number pixels

---@class (exact) drover.area_style
---@field color? drover.color
---@field width? number pixels
---@field fill? boolean

---@class (exact) drover.text_style
---@field color? drover.color
---@field size? number pixels

---@param x1 number
---@param y1 number
---@param x2 number
---@param y2 number
---@param style? drover.line_style
function draw.line(x1, y1, x2, y2, style) end

---@param x1 number
---@param y1 number
---@param x2 number
---@param y2 number
---@param style? drover.line_style
function draw.arrow(x1, y1, x2, y2, style) end

---@param x number
---@param y number
---@param radius number
---@param style? drover.area_style
function draw.circle(x, y, radius, style) end

---@param x number
---@param y number
---@param radius number
---@param first number rad
---@param last number rad
---@param style? drover.area_style
function draw.arc(x, y, radius, first, last, style) end

---@param points drover.point[]
---@param style? drover.area_style
function draw.polygon(points, style) end

---@param text any
---@param x number
---@param y number
---@param style? drover.text_style
function draw.text(text, x, y, style) end

-- Definitions

---A guard alone keeps its slots fresh; with a state's name it switches, with a function that decides.
---@alias drover.guard_entry drover.guard|drover.transition

---@class (exact) drover.transition
---@field [1] drover.guard
---@field [2]? drover.state_name|fun(self: drover.self): drover.state_name? a state, or who decides; nil goes on

---@class (exact) drover.state
---@field speed? drover.quantity m/s, desired here; max_speed by default
---@field steer? drover.steering
---@field stress? drover.stress_list on legs
---@field enter? fun(self: drover.self, from: drover.state_name)
---@field leave? fun(self: drover.self, to: drover.state_name)
---@field step? fun(self: drover.self, dt: number): drover.state_name? every tick; a state's name switches
---@field think? integer run `step` in every so manieth tick only
---@field on? drover.guard_entry[] tested in this order; the first that holds wins
---@field renamed_from? string|string[] what the state was called in earlier code, the oldest name first

---@class (exact) drover.look
---@field shape? drover.look_shape
---@field color? drover.color
---@field size? number m, length of the body; from its radius by default

---@class (exact) drover.kind_definition
---@field body? drover.body
---@field sight? drover.sight
---@field hearing? drover.hearing
---@field look? drover.look
---@field targets? table<string, drover.slot_type> slots that behaviors and guards refer to
---@field memory? table<string, any> data of each agent with its defaults
---@field model? drover.declared_model
---@field initial? drover.state_name
---@field states? table<string, drover.state>
---@field steer? drover.steering without states, and in states that give none
---@field stress? drover.stress_list on legs, likewise
---@field reflexes? drover.steering|drover.stress_list always on: a vector that is added, or on legs stress behaviors
---@field speed? drover.quantity m/s, desired
---@field step? fun(self: drover.self, dt: number): drover.state_name? every tick, before the state's
---@field think? integer run `step` in every so manieth tick only
---@field on? drover.guard_entry[] tested before the state's
---@field init? fun(self: drover.self) when it is spawned
---@field blends? table<string, drover.steering> what `self:steer(name)` chooses from
---@field monitors? drover.guard_entry[] tested first; one that begins to hold interrupts whatever state it is in
---@field migrate? fun(self: drover.self, old_state: string): drover.state_name? after a save that took its state away, or one that a monitor put aside
---@field draw? fun(self: drover.self, draw: drover.draw)
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
---@field elect? fun(group: drover.group): drover.agent? who leads, when nobody does
---@field targets? table<string, drover.slot_type>
---@field memory? table<string, any>
---@field renamed_from? string|string[] what the group was called in earlier code, the oldest name first

---One of plane, sphere and height.
---@class (exact) drover.surface_definition
---@field plane? drover.surface_definition.plane
---@field sphere? drover.surface_definition.sphere
---@field height? fun(x: number, y: number): number m
---@field resolution? number m, from one height to the next; 1 by default
---@field min? drover.point the corners of the heights; the bounds by default
---@field max? drover.point
---@field renamed_from? string|string[] what the surface was called in earlier code, the oldest name first

---@class (exact) drover.surface_definition.plane
---@field point? drover.point
---@field normal? drover.point

---@class (exact) drover.surface_definition.sphere
---@field center? drover.point
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
---@field color? drover.color
---@field renamed_from? string|string[] what the terrain was called in earlier code, the oldest name first

---@class (exact) drover.flow_definition.bounds
---@field min drover.point
---@field max drover.point

---@class (exact) drover.bounds
---@field min drover.point
---@field max drover.point
---@field edge? drover.edge

---@class (exact) drover.tool
---@field title? string
---@field key? string that chooses it
---@field mousepressed? fun(world: drover.world, x: number, y: number, button: integer, agent: drover.agent?)
---@field mousereleased? fun(world: drover.world, x: number, y: number, button: integer, agent: drover.agent?)
---@field mousemoved? fun(world: drover.world, x: number, y: number, dx: number, dy: number)
---@field wheelmoved? fun(world: drover.world, dx: number, dy: number)
---@field draw? fun(world: drover.world, draw: drover.draw)

---One of kind, group, surface, flow and terrain: a name of earlier code that is gone though it is in use.
---@class (exact) drover.removed
---@field kind? string
---@field group? string
---@field surface? string
---@field flow? string
---@field terrain? string
---@field into? string what takes its place; without it what had the name is removed

---@class (exact) drover.scenario_definition
---@field title? string
---@field tick_rate? number ticks a second, 1 to 1000; 60 by default
---@field seed? integer
---@field space? "plane"|"volume"
---@field kinds (string|drover.declared_kind)[]
---@field bounds? drover.bounds a 100 m square about the origin, open, by default
---@field settings? drover.setting_declaration[]
---@field monitors? table<string, fun(world: drover.world): number> plotted; columns of --report
---@field removed? drover.removed[] names of earlier code that may be gone though they are in use
---@field setup? fun(world: drover.world, settings: drover.settings)
---@field setting? fun(world: drover.world, name: string, value: any) after a setting changed
---@field update? fun(world: drover.world, dt: number) once a tick, before the agents
---@field on_reload? fun(world: drover.world)
---@field draw? fun(world: drover.world, draw: drover.draw)
---@field tools? table<string, drover.tool>
---@field mousepressed? fun(world: drover.world, x: number, y: number, button: integer, agent: drover.agent?)
---@field mousereleased? fun(world: drover.world, x: number, y: number, button: integer, agent: drover.agent?)
---@field mousemoved? fun(world: drover.world, x: number, y: number, dx: number, dy: number)
---@field wheelmoved? fun(world: drover.world, dx: number, dy: number)
---@field keypressed? fun(world: drover.world, key: string)
---@field keyreleased? fun(world: drover.world, key: string)

---What a module returns, for `require`.
---@class drover.declared_scenario

---@class (exact) drover.slider_options
---@field min? number
---@field max? number
---@field step? number
---@field restart? boolean takes effect at the next start
---@field title? string

---@class (exact) drover.toggle_options
---@field restart? boolean takes effect at the next start
---@field title? string

---@class (exact) drover.choice_options
---@field [integer] string the options
---@field restart? boolean takes effect at the next start
---@field title? string

-- States made of parts

---What a state is given beside its parts.
---@class drover.composed
---@field speed? drover.quantity m/s
---@field steer? drover.steering while no part steers
---@field stress? drover.stress_list on legs
---@field enter? fun(self: drover.self, from: drover.state_name)
---@field leave? fun(self: drover.self, to: drover.state_name)
---@field think? integer ask in every so manieth tick only
---@field on? drover.guard_entry[]
---@field renamed_from? string|string[]

---@class drover.tree_node: drover.state

---Done (nil too), failed, or to be asked again in the next tick.
---@alias drover.outcome true|false|"running"|nil

---@class (exact) drover.tree_nodes: drover.composed
---@field [integer] drover.tree_node
---@field done? drover.state_name where the agent goes when it is done; by default it begins anew
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

---@param node drover.tree_node
---@return drover.tree_node
function tree.invert(node) end

---@param holds fun(self: drover.self): any
---@return drover.tree_node
function tree.condition(holds) end

---@param act fun(self: drover.self, dt: number): drover.outcome
---@return drover.tree_node
function tree.action(act) end

---Steer while it is running: for ever, or as `act` says.
---@param steering drover.steering
---@param act? fun(self: drover.self, dt: number): drover.outcome
---@return drover.tree_node
function tree.steer(steering, act) end

---@param seconds number
---@return drover.tree_node
function tree.wait(seconds) end

---Choice by utility.
---@class drover.utility
local utility = {}

---@class (exact) drover.option
---@field score fun(self: drover.self): number what it is worth now
---@field steer? drover.steering
---@field enter? fun(self: drover.self) when its turn comes
---@field step? fun(self: drover.self, dt: number): drover.state_name? in every tick of its turn

---@class (exact) drover.options: drover.composed
---@field options table<string, drover.option>
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
---@field steer? drover.steering
---@field enter? fun(self: drover.self) when its turn comes
---@field step? fun(self: drover.self, dt: number): drover.state_name? in every tick of its turn

---@class (exact) drover.layer_list: drover.composed
---@field [integer] drover.layer

---The first layer that wants it has its turn.
---@param def drover.layer_list
---@return drover.state
function subsumption.layers(def) end

---What every schema is given. Conditions are asked in every tick, but not while it turns in place.
---@class drover.schema_definition
---@field name? string of a part: by it a save finds what runs, though others were put before it
---@field speed? drover.quantity m/s
---@field stress? drover.stress_list on legs
---@field reflexes? drover.steering added to whatever the schema steers by
---@field precondition? fun(self: drover.self): any has to hold when it begins
---@field interrupt? drover.guard|fun(self: drover.self): any stops it; a part of others makes place for the next choice
---@field terminate? drover.guard|fun(self: drover.self): any ends it, and what it is part of, as done
---@field done? drover.state_name where the agent goes when it is done; by default it begins anew
---@field failed? drover.state_name likewise when it has failed; by default it is tried again after a second
---@field interrupted? drover.state_name likewise when it was interrupted; `failed` by default
---@field enter? fun(self: drover.self, from: drover.state_name)
---@field leave? fun(self: drover.self, to: drover.state_name)
---@field think? integer ask in every so manieth tick only
---@field on? drover.guard_entry[]
---@field renamed_from? string|string[]

---Reich's behavioral state machines: states that lead somewhere, and end done or failed. `self.schema.outcome` is
---"done", "failed" or "interrupted" from then until the next one begins, and `self.schema.reason` says why.
---@class drover.schema
local schema = {}

---A schema stands where a state stands, or in `select`, `goals` and `locomotion`.
---@class drover.schema_state: drover.state

---@class (exact) drover.attraction: drover.schema_definition
---@field target drover.target
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
---@field boundary? drover.plan_options.boundary

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
---@field target drover.target
---@field distance? number m, center to center; 0.5 beyond touching by default
---@field heading? number rad, to have there; that of a pose by default

---Over at once: done at the target and facing as it should, else failed.
---@param def drover.exit
---@return drover.schema_state
function schema.exit(def) end

---@class (exact) drover.custom_schema: drover.schema_definition
---@field steer? drover.steering
---@field begin? fun(self: drover.self, memory: table) `memory` is its own, and empty at first
---@field step? fun(self: drover.self, memory: table, dt: number): boolean?, string? true: done; false: failed, and why
---@field finish? fun(self: drover.self, memory: table) when it is over or left

---A schema of one's own.
---@param def drover.custom_schema
---@return drover.schema_state
function schema.custom(def) end

---@class (exact) drover.schema_list: drover.schema_definition
---@field [integer] drover.schema_state

---The first whose preconditions hold; when it is done or interrupted, likewise again. Fails when it fails, or when none
---applies; done when one is terminated.
---@param def drover.schema_list
---@return drover.schema_state
function schema.select(def) end

---@class (exact) drover.goal
---@field [1] drover.schema_state
---@field urgency? number|fun(self: drover.self): number 0 by default

---@class (exact) drover.goals: drover.schema_definition
---@field [integer] drover.schema_state|drover.goal

---One goal at a time, the most urgent first; of equals the one that is pursued, then the first. Fails in the end when one
---of them failed.
---@param def drover.goals
---@return drover.schema_state
function schema.goals(def) end

---@class (exact) drover.locomotion_schema: drover.schema_definition
---@field [integer] drover.schema_state considered before what follows
---@field target drover.target
---@field stationary? boolean an agent that stays where it is; places are anyway
---@field distance? number m, center to center, at which it is there; 0.5 beyond touching by default
---@field heading? number rad, to turn to on arrival; that of a pose by default
---@field steer? drover.steering what leads there while it is seen; arrival or pursuit by default
---@field turn? number|false rad; when it is further off the heading, turn first; 30° by default
---@field rate? number rad/s, of turns in place; π by default
---@field orbit? drover.orbit|false as of `attraction`
---@field give_up? number as of `chasing`, as what follows
---@field extrapolate? number|false
---@field clearance? number m, as of `world:plan`, as what follows
---@field resolution? number m
---@field boundary? drover.plan_options.boundary

---Reich's locomotion control machine: done when it is at the target and oriented; a path to what is not in sight; turn
---to what is off the heading; straight to what is stationary; chase what moves.
---@param def drover.locomotion_schema
---@return drover.schema_state
function schema.locomotion(def) end

-- The module

---@class drover
---@field version string
---@field mouse drover.mouse
---@field none drover.none
---@field steer drover.steer
---@field blend drover.blend
---@field when drover.when
---@field stress drover.stress
---@field schema drover.schema
---@field tree drover.tree
---@field utility drover.utility
---@field subsumption drover.subsumption
local drover = {}

---@param x number
---@param y number
---@param z? number
---@return drover.vector
function drover.vec(x, y, z) end

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
---@field [1] drover.steering
---@field [2]? drover.quantity

---A new blend with one part more; the old one stays as it is.
---@param blend drover.composition
---@param part drover.steering|drover.part
---@return drover.composition
function blend.with(blend, part) end

---A stress behavior with its weight and power: `{ behavior, weight, power }`.
---@class (exact) drover.stress_part
---@field [1] drover.stress_behavior
---@field [2]? drover.quantity factor, 1 by default
---@field [3]? drover.quantity to which the stress is raised, 1 by default

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

---@class drover.test
local test = {}

---@class (exact) drover.test_options
---@field seed? integer that of `t:seeds` by default, else the scenario's
---@field settings? table<string, number|boolean|string>
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
