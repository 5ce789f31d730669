#!/usr/bin/env python3
"""Random scenarios whose functions keep values in variables of modules, which no snapshot has, and others that only look as
if they did. Each runs in one piece, and saved in the middle and loaded. The first must end with the same hash or be warned
of, when saving or loading; the others must end with the same hash, and nothing may warn. `check` must warn as loading does.

Usage: outside_snapshots.py DROVER COUNT [SEED]    so many of each
"""
import random
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

drover, count, seed = str(Path(sys.argv[1]).resolve()), int(sys.argv[2]), int((sys.argv[3:] or ['1'])[0])
TICKS = 40
WARNING = re.compile(r'\.lua:\d+: functions change (local|global) ')

# What a module declares, and what a function does to come to a value `v`. `@` is a number that tells names apart.
KEEPING = {
    'assigned': ('local n@ = 0', 'n@ = n@ + 1 v = n@'),
    'assigned without a value': ('local n@', 'n@ = (n@ or 0) + 1 v = n@'),
    'field': ('local t@ = { n = 0 }', 't@.n = t@.n + 1 v = t@.n'),
    'nested field': ('local t@ = { a = { b = { 0 } } }', 't@.a.b[1] = t@.a.b[1] + 1 v = t@.a.b[1]'),
    'list': ('local list@ = {}', 'table.insert(list@, self.id) v = #list@'),
    'list by index': ('local list@ = {}', 'list@[#list@ + 1] = self.id v = #list@'),
    'queue': ('local queue@ = {} for i = 1, 900 do queue@[i] = i * i % 11 end', 'v = table.remove(queue@)'),
    'sorted': ('local list@ = { 3, 1, 2 }', 'v = list@[1] table.sort(list@)'),
    'moved': ('local list@ = { 5, 0 }', 'v = list@[1] table.move({ v + 1 }, 1, 1, 1, list@)'),
    'counter': ('local function counter@() local n = 0 return function() n = n + 1 return n end end\n'
                'local next@ = counter@()', 'v = next@()'),
    'counters': ('local function counter@(n) return { next = function() n = n + 1 return n end } end\n'
                 'local both@ = { counter@(1), counter@(5) }', 'v = both@[1 + self.id % 2].next()'),
    'method': ('local C@ = {} C@.__index = C@\nfunction C@:add(x) self.n = self.n + x return self.n end\n'
               'local c@ = setmetatable({ n = 0 }, C@)', 'v = c@:add(1)'),
    'inherited method': ('local B@ = {} B@.__index = B@\nfunction B@:add(x) self.n = self.n + x return self.n end\n'
                         'local D@ = setmetatable({}, B@) D@.__index = D@\nlocal d@ = setmetatable({ n = 0 }, D@)',
                         'v = d@:add(1)'),
    'method of a table': ('local api@ = { n = 0, add = function(a) a.n = a.n + 1 return a.n end }', 'v = api@:add()'),
    'passed': ('local function bump@(t) t.n = t.n + 1 return t.n end\nlocal t@ = { n = 0 }', 'v = bump@(t@)'),
    'passed on': ('local function bump@(t) t.n = t.n + 1 return t.n end\nlocal function twice@(t) bump@(t) return bump@(t) end\n'
                  'local t@ = { n = 0 }', 'v = twice@(t@)'),
    'passed by pcall': ('local function bump@(t) t.n = t.n + 1 end\nlocal t@ = { n = 0 }', 'pcall(bump@, t@) v = t@.n'),
    'called back': ('local function each@(list, f) for i = 1, #list do f(list[i]) end end\nlocal list@ = { { n = 0 } }',
                    'each@(list@, function(e) e.n = e.n + 1 v = e.n end)'),
    'alias': ('local t@ = { a = { n = 0 } }', 'local a = t@.a a.n = a.n + 1 v = a.n'),
    'late alias': ('local t@ = { n = 0 }', 'local a a = t@ a.n = a.n + 1 v = a.n'),
    'loop': ('local list@ = { { n = 0 }, { n = 3 } }', 'for _, e in ipairs(list@) do e.n = e.n + 1 v = v + e.n end'),
    'returned': ('local t@ = { n = 0 }\nlocal function get@() return t@ end', 'get@().n = get@().n + 1 v = t@.n'),
    'rawset': ('local t@ = { n = 0 }', 'rawset(t@, "n", t@.n + 1) v = t@.n'),
    'replaced': ('local t@ = { 0 }', 't@ = { t@[1] + 1 } v = t@[1]'),
    'two at once': ('local a@, b@ = 0, 1', 'a@, b@ = b@, (a@ + b@) % 97 v = a@'),
    'text': ('local text@ = ""', 'text@ = text@ .. "x" v = #text@'),
    'handle': ('local first@', 'first@ = first@ or self v = first@.id + first@.x'),
    'memo that counts': ('local calls@ = setmetatable({}, { __index = function(t, k) local n = rawget(t, "n") or 0\n'
                         '  rawset(t, "n", n + 1) return n + #k end })', 'v = calls@.some'),
    'memo by assignment': ('local seen@ = setmetatable({}, { __index = function(t, k) t[k] = #k return 9 end })',
                           'v = seen@["k" .. self.id]'),
    'field of a metatable': ('local t@ = setmetatable({}, { n = 0 })',
                             'getmetatable(t@).n = getmetatable(t@).n + 1 v = getmetatable(t@).n'),
    'coroutine': ('local co@ = coroutine.create(function() for i = 1, 1e6 do coroutine.yield(i) end end)',
                  'local _, i = coroutine.resume(co@) v = i'),
    'wrapped coroutine': ('local next@ = coroutine.wrap(function() for i = 1, 1e6 do coroutine.yield(i) end end)', 'v = next@()'),
    'wrapped coroutine in a table': ('local g@ = { coroutine.wrap(function() for i = 1, 1e6 do coroutine.yield(i) end end) }',
                                     'v = g@[1]()'),
    'iterator': ('local words@ = (("a bb ccc "):rep(400)):gmatch("%a+")', 'v = #words@()'),
    'shared': ('local n@ = 0\nlocal function bump@() n@ = n@ + 1 end\nlocal function get@() return n@ end',
               'bump@() v = get@()'),
    'library': ('', 'math.n@ = (rawget(math, "n@") or 0) + 1 v = math.n@'),
    'environment': ('local env@ = { n = 0 }\nlocal function count@() local _ENV = env@ n = n + 1 return n end', 'v = count@()'),
    'once': ('local fired@ = false', 'if self.world.tick == 7 then fired@ = true end v = fired@ and 3 or 1'),
    'upvalue of what runs later': ('local f@ = function() return 1 end',
                                   'if self.world.tick == 5 then f@ = function() return 2 end end v = f@()'),
}
KEEPING_MODULE = {
    'field of a module': ('return { n = 0 }', 'm@.n = m@.n + 1 v = m@.n'),
    'local of a module': ('local n = 0\nreturn { add = function() n = n + 1 return n end }', 'v = m@.add()'),
    'module that is a function': ('local n = 0\nreturn function() n = n + 1 return n end', 'v = m@()'),
    'table of a module': ('local M = { list = {} }\nfunction M.add(x) M.list[#M.list + 1] = x return #M.list end\nreturn M',
                          'v = m@.add(self.id)'),
    'object of a module': ('local Q = {} Q.__index = Q\nfunction Q.new() return setmetatable({ n = 0 }, Q) end\n'
                           'function Q:push() self.n = self.n + 1 return self.n end\nreturn { queue = Q.new() }',
                           'v = m@.queue:push()'),
}
# What only looks like it.
FINE = {
    'memory': ('', 'self.n = self.n + 1 v = self.n'),
    'memory of the world': ('', 'local w = self.world.memory w.n = (w.n or 0) + 1 v = w.n'),
    'constant': ('local LIMIT@ = 3', 'v = LIMIT@ + self.id'),
    'filled while loading': ('local list@ = {}\nlocal function add@(x) list@[#list@ + 1] = x end\nadd@(3) add@(1)', 'v = list@[1]'),
    'forward declaration': ('local later@\nlocal function f@() return later@() end\nlater@ = function() return 2 end', 'v = f@()'),
    'shadowed': ('local n@ = 2', 'local n@ = n@ n@ = n@ + 1 v = n@'),
    'copy': ('local function copy@(t) local r = {} for k, x in pairs(t) do r[k] = x end return r end\nlocal t@ = { n = 1 }',
             'local c = copy@(t@) c.n = c.n + 1 v = c.n'),
    'unpacked': ('local list@ = { 3, 1, 2 }', 'local l = { table.unpack(list@) } table.sort(l) v = l[1]'),
    'own object': ('local C@ = {} C@.__index = C@\nfunction C@.new() return setmetatable({ n = 0 }, C@) end\n'
                   'function C@:add(x) self.n = self.n + x return self.n end', 'local c = C@.new() c:add(2) v = c.n'),
    'own closure': ('local function counter@() local n = 0 return function() n = n + 1 return n end end',
                    'local f = counter@() f() v = f()'),
    'own coroutine': ('', 'local f = coroutine.wrap(function() coroutine.yield(4) end) v = f()'),
    'own iterator': ('local text@ = "a bb ccc"', 'for w in text@:gmatch("%a+") do v = v + #w end'),
    'passed a fresh one': ('local function bump@(t) t.n = t.n + 1 return t.n end\nlocal t@ = { n = 4 }', 'v = bump@ { n = t@.n }'),
    'read through a metatable': ('local t@ = setmetatable({}, { __index = function(_, k) return #k end })', 'v = t@.some'),
    'method that reads': ('local C@ = {} C@.__index = C@\nfunction C@:size() return self.n end\nlocal c@ = setmetatable({ n = 2 }, C@)',
                          'v = c@:size()'),
    'another method of the name': ('local A@ = {} A@.__index = A@\nfunction A@:get@() return self.n end\nlocal B@ = {} B@.__index = B@\n'
                                   'function B@:get@() self.n = self.n + 1 return self.n end\nlocal a@ = setmetatable({ n = 2 }, A@)',
                                   'local b = setmetatable({ n = 0 }, B@) v = a@:get@() + b:get@()'),
    'loop over constants': ('local list@ = { 1, 2 }', 'for _, e in ipairs(list@) do e = e + 1 v = v + e end'),
    'field that is read': ('local t@ = { a = { n = 2 } }', 'local a = t@.a v = a.n'),
}
FINE_MODULE = {
    'registry': ('local M, list = {}, {}\nfunction M.add(x) list[#list + 1] = x end\nfunction M.get(i) return list[i] end\nreturn M',
                 'v = m@.get(1)', 'm@.add(5)'),
    'functions of a module': ('return { twice = function(x) return 2 * x end }', 'v = m@.twice(self.id)', ''),
    'data of a module': ('return { speeds = { 1, 2 } }', 'v = m@.speeds[2]', ''),
}
# Where a function calls `value(self)`.
PLACES = {
    'step': 'step = function(self) self.x = self.x + value(self) % 7 * 0.01 end',
    'update': 'step = function(self) self.x = self.x + self.world.memory.v % 7 * 0.01 end',
    'init': 'init = function(self) self.x = value(self) % 7 * 0.01 end',
    'inner function': 'step = function(self) local function go() self.x = self.x + value(self) % 7 * 0.01 end go() end',
    'state': 'initial = "one", states = { one = { step = function(self) self.x = self.x + value(self) % 7 * 0.01 end } }',
}


def scenario(draw, number, folder, keeps):
    """Write a scenario. Returns what it is made of. All ways to keep a value are tried by turns."""
    declared, done, names, modules = [], [], [], []
    turns = sorted(KEEPING) + sorted(KEEPING_MODULE) if keeps else sorted(FINE) + sorted(FINE_MODULE)
    for i in range(draw.randint(1, 3)):
        name = turns[11 * number % len(turns)] if i == 0 else draw.choice(sorted(FINE) + sorted(FINE_MODULE))
        names.append(name)
        table = next(t for t in (KEEPING, KEEPING_MODULE, FINE, FINE_MODULE) if name in t)
        declaration, body, *loading = table[name]
        if table in (KEEPING_MODULE, FINE_MODULE):
            (folder / f'm{i}.lua').write_text(declaration + '\n')
            modules.append(f'local m{i} = require "m{i}"')
            declaration = loading[0] if loading else ''
        declared.append(declaration.replace('@', str(i)))
        done.append(f'  do local v = 0 {body.replace("@", str(i))} sum = sum + v end')
    draw.shuffle(done)
    place = draw.choice(sorted(PLACES))
    updates = {'update': 'world.memory.v = value(world:agents("k")())',
               'init': 'if world.tick % 8 == 0 then world:spawn("k", { x = 9 }) end'}
    update = f'\n  update = function(world) {updates[place]} end' if place in updates else ''
    (folder / 'main.lua').write_text('\n'.join([
        'local drover = require "drover"', *modules, *declared, 'local made = 0',
        'local function value(self)', '  local sum = 0', *done, '  return sum', 'end',
        'local k = drover.kind("k", { memory = { n = 0 },', f'  {PLACES[place]},', '})',
        'return drover.scenario { kinds = { k },', '  setup = function(world)', '    world.memory.v = 0',
        '    for i = 1, 4 do made = i world:spawn("k", { x = made }) end', f'  end,{update} }}\n']))
    return f'{", ".join(names)} in {place}'


def run(folder, *arguments):
    done = subprocess.run([drover, *arguments], cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


def try_one(number, keeps):
    """Returns what is wrong, or None; whether the hashes differ; and whether only saving warned."""
    draw = random.Random(f'{seed} {number} {keeps}')
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        made_of = scenario(draw, number, folder, keeps)
        half = TICKS // 2
        whole = run(folder, 'run', 'main.lua', '--headless', '--ticks', str(TICKS), '--hash')
        saved = run(folder, 'run', 'main.lua', '--headless', '--ticks', str(half), '--save', 'middle')
        loaded = run(folder, 'run', 'main.lua', '--headless', '--load', 'middle', '--ticks', str(TICKS - half), '--hash')
        checked = run(folder, 'check', 'main.lua')
        source = (folder / 'main.lua').read_text()
    warned = [bool(WARNING.search(done[2])) for done in (saved, loaded, checked)]
    wrong = None
    if whole[0] or saved[0] or loaded[0]:
        wrong = 'fails: ' + (whole[2] or saved[2] or loaded[2])
    elif WARNING.search(whole[2]):
        wrong = 'warns without a snapshot: ' + whole[2]
    elif whole[1] != loaded[1] and not (warned[0] or warned[1]):
        wrong = 'another hash, and no warning'
    elif not keeps and (any(warned) or saved[2] or loaded[2]):
        wrong = 'warned of: ' + saved[2] + loaded[2] + checked[2]
    elif warned[1] != warned[2]:
        wrong = 'check and --load disagree: ' + loaded[2] + checked[2]
    if wrong:
        wrong = f'seed {seed}, number {number}, {made_of}: {wrong}\n{source}'
    return wrong, whole[1] != loaded[1], warned[0] and not warned[1]


failures, differ, only_saving = [], 0, 0
with ThreadPoolExecutor(2) as pool:
    for keeps in (True, False):
        for wrong, differs, late in pool.map(lambda n: try_one(n, keeps), range(count)):
            if wrong:
                failures.append(wrong)
            differ += differs
            only_saving += late
for failure in failures[:5]:
    print(failure)
print(f'{count} scenarios that keep values outside of snapshots, {differ} end with another hash, {only_saving} of them are known '
      f'only when saved; {count} that do not: {len(failures)} wrong')
sys.exit(bool(failures) or differ < count // 2)
