#!/bin/sh
# Pinned agents: their cards stay in the inspector while another agent is selected, and say when one is
# gone. Usage: test_pins.sh PROGRAM. Exits with 77 (skipped) where Xvfb or xdotool is missing.
set -u

drover=$1
. "$(dirname "$0")/../live.sh"
need_display 1000x600 xdotool

# Two discs, of which the first removes itself in the last tick.
cat >"$folder/main.lua" <<'LUA'
local drover = require "drover"
local when = drover.when
local function disc(name, last)
  return drover.kind(name, {
    look = { shape = "disc", size = 20 },
    memory = { hunger = 2 },
    initial = "first",
    states = {
      first = { on = { { when.after(0.05), "second" } } },
      second = { step = function(self) if self.world.tick == last then self:remove() end end },
    },
  })
end
return drover.scenario {
  kinds = { disc("one", 30), disc("other", -1) },
  tick_rate = 10,
  effects = false,
  setup = function(world)
    world:spawn("one", { x = -25, y = 0 })
    world:spawn("other", { x = 25, y = 0 })
  end,
}
LUA

says() { [ "$(ask "$1")" = "$2" ]; } # command, answer
lists() { ask widget | grep -x -e ".*  inspector/$1\( = .*\)\{0,1\}" >/dev/null; } # name, as a pattern

start_window "$folder" --paused --ticks 40 --size 1000x600 --select one#1 --explain >/dev/null 2>"$folder/notices"
shown=$folder/notices
ask 'step 20' >/dev/null
ask 'find other#2' >/dev/null
check "without a pin, only the selected agent is in the inspector" eval 'lists other#2 && ! lists "Pinned.*"'
ask 'find one#1' >/dev/null
keys n
ask 'find other#2' >/dev/null
check "N keeps a card of the agent that was selected" lists Pinned/one#1
check "beside the present one" lists other#2
check "with its state" lists Pinned/one#1/second
check "and how long its states lasted" lists Pinned/one#1/strip
click Pinned/one#1
check "its name selects the agent" says 'lua selected' one#1
ask 'find other#2' >/dev/null
# Chosen by the right button, a number is on the card that this makes for the other disc and on the first.
check "a card has no number" eval '! lists Pinned/hunger'
point 'Targets and memory/hunger'
button_down 3
button_up 3
check "a number can be chosen for the cards" eval 'await lists "Pinned/hunger (2)" && lists Pinned/hunger'
ask 'unpin 2' >/dev/null
click Pinned/one#1/unpin
check "a card can be removed" eval '! lists "Pinned.*"'
ask 'find one#1' >/dev/null
keys n
ask 'step 15' >/dev/null
check "the card of an agent that is gone stays" eval 'lists Pinned/one#1 && lists "Pinned/is gone"'
check "without its states" eval '! lists "Pinned/one#1/\(second\|strip\)"'
check "nothing was refused" [ ! -s "$folder/notices" ]
keys Escape n
check "nobody cannot be pinned" grep -q '^drover: pin takes the number of an agent' "$folder/notices"
ask quit >/dev/null
await_end

[ "$failures" -eq 0 ]
