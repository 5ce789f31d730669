#!/bin/sh
# Films and pictures without a display: what is written, when it is not, and what the options show. Usage:
# test_film.sh PROGRAM
set -u

drover=$1
. "$(dirname "$0")/../live.sh"

# A red disc in the middle of a square of 20 m, and a blue one that crosses it from the left.
cat >"$folder/discs.lua" <<'LUA'
local drover = require "drover"
local body = { max_speed = 2, max_force = 100 }
return drover.scenario {
  DT
  bounds = { min = { -10, -10 }, max = { 10, 10 } },
  kinds = {
    drover.kind("rock", { look = { shape = "disc", color = "#ff0000", size = 6 } }),
    drover.kind("ball", {
      body = body, slots = { goal = "point" }, steer = drover.steer.seek { target = "goal" },
      look = { shape = "disc", color = "#0000ff", size = 1 },
    }),
  },
  setup = function(world)
    print "set up"
    world:spawn("rock", { x = 0, y = 0 })
    world:spawn("ball", { x = -9, y = 7, goal = { 9, 7 } })
  end,
  update = function(world) if world.tick == 5 then print "five" end end,
}
LUA
sed 's/DT/tick_rate = 10,/' "$folder/discs.lua" >"$folder/slow.lua"
sed 's/DT/tick_rate = 240,/' "$folder/discs.lua" >"$folder/fine.lua"
sed 's/DT//' "$folder/discs.lua" >"$folder/plain.lua"

film() { # file, then arguments of `drover run`
    file=$1
    shift
    "$drover" run "$@" --film "$file" </dev/null >"$folder/out.txt" 2>"$folder/err.txt"
    status=$?
}
heading() { head -n 1 "$1" | tr -d '\n'; }
# The frames of a film of 64 × 48 pixels.
frames() { echo $((($(wc -c <"$1") - $(head -n 1 "$1" | wc -c)) / (6 + 64 * 48 * 3 / 2))); }
# Bytes of a file as decimal numbers.
bytes() { od -An -v -tu1 -j "$2" -N "$3" "$1" | tr -s ' \n' ' '; }
shown=$folder/err.txt

film "$folder/a.y4m" "$folder/plain.lua" --ticks 60 --size 64x48 --camera 0,0,16 --hash
check "a film needs no --headless, and no display" [ "$status" -eq 0 ]
check "its first line says what it is" [ "$(heading "$folder/a.y4m")" = \
    "YUV4MPEG2 W64 H48 F60:1 Ip A1:1 C420jpeg XCOLORRANGE=LIMITED" ]
check "it has a frame for each tick of 1/60 s" [ "$(frames "$folder/a.y4m")" -eq 60 ]
check "and nothing else" [ "$(wc -c <"$folder/a.y4m")" -eq $((61 + 60 * 4614)) ]
# The rock is 24 pixels across. Red is 81 90 240 in BT.601.
first=$((61 + 6))
check "the rock is as bright as red is" \
    [ "$(bytes "$folder/a.y4m" $((first + 64 * 24 + 28)) 2)" = " 81 81 " ]
check "and as blue" [ "$(bytes "$folder/a.y4m" $((first + 64 * 48 + 32 * 12 + 14)) 2)" = " 90 90 " ]
check "and as red" [ "$(bytes "$folder/a.y4m" $((first + 64 * 48 + 32 * 24 + 32 * 12 + 14)) 2)" = " 240 240 " ]
"$drover" run "$folder/plain.lua" --ticks 60 --headless --hash </dev/null >"$folder/unfilmed.txt"
check "filming changes nothing" cmp -s "$folder/out.txt" "$folder/unfilmed.txt"

film - "$folder/plain.lua" --ticks 60 --size 64x48 --camera 0,0,16 --hash
check "the film can go to standard output" cmp -s "$folder/out.txt" "$folder/a.y4m"
check "what scripts print then goes to standard error" grep -qx "set up" "$folder/err.txt"
check "and so does the hash" [ "$(tail -n 1 "$folder/err.txt")" = "$(tail -n 1 "$folder/unfilmed.txt")" ]

film "$folder/slow.y4m" "$folder/slow.lua" --ticks 30 --size 64x48
check "ticks of 0.1 s are ten frames a second" \
    [ "$(heading "$folder/slow.y4m" | cut -d' ' -f4)" = F10:1 -a "$(frames "$folder/slow.y4m")" -eq 30 ]
film "$folder/fine.y4m" "$folder/fine.lua" --ticks 240 --size 64x48
check "of four ticks of 1/240 s, one is a frame" \
    [ "$(heading "$folder/fine.y4m" | cut -d' ' -f4)" = F60:1 -a "$(frames "$folder/fine.y4m")" -eq 60 ]
film "$folder/fast.y4m" "$folder/plain.lua" --seconds 2 --speed 8 --size 64x48
check "--speed 8 shows two seconds in a quarter of one" \
    [ "$(heading "$folder/fast.y4m" | cut -d' ' -f4)" = F60:1 -a "$(frames "$folder/fast.y4m")" -eq 15 ]
film "$folder/slower.y4m" "$folder/plain.lua" --ticks 10 --speed 0.75 --size 64x48
check "a slower film has fewer frames a second" [ "$(heading "$folder/slower.y4m" | cut -d' ' -f4)" = F45:1 ]
film "$folder/odd.y4m" "$folder/plain.lua" --ticks 2 --size 33x17
check "odd sizes are rounded up for colors" [ "$(wc -c <"$folder/odd.y4m")" -eq \
    $(($(head -n 1 "$folder/odd.y4m" | wc -c) + 2 * (6 + 33 * 17 + 2 * 17 * 9))) ]

# What goes wrong.
{ "$drover" run "$folder/plain.lua" --film - </dev/null 2>"$folder/err.txt"; echo $? >"$folder/status"; } |
    head -c 100000 >/dev/null
check "a closed pipe ends the run with status 1" [ "$(cat "$folder/status")" -eq 1 ]
check "and one message" [ "$(grep -c "^drover: cannot write standard output: Broken pipe$" "$folder/err.txt")" -eq 1 ]
if [ -e /dev/full ]; then
    "$drover" run "$folder/plain.lua" --film - </dev/null >/dev/full 2>"$folder/err.txt"
    check "so does a full disk" [ $? -eq 1 ]
    check "with one message, too" [ "$(grep -c "^drover: " "$folder/err.txt")" -eq 1 ]
fi
cp "$folder/a.y4m" "$folder/kept.y4m"
sed 's/print "five"/error "broken on purpose"/' "$folder/plain.lua" >"$folder/broken.lua"
film "$folder/kept.y4m" "$folder/nowhere.lua"
check "a scenario that does not start leaves an older film alone" cmp -s "$folder/kept.y4m" "$folder/a.y4m"
film "$folder/kept.y4m" "$folder/plain.lua" --ticks 5 --size 64x48 --select cat#1
check "an unknown kind is bad usage" [ "$status" -eq 2 ]
check "and says so" grep -qx "drover: --select: the scenario has no kind 'cat'" "$folder/err.txt"
check "and leaves it alone, too" cmp -s "$folder/kept.y4m" "$folder/a.y4m"
film "$folder/broken.y4m" "$folder/broken.lua" --ticks 60 --size 64x48
check "the film of a run with errors is whole" [ "$status" -eq 1 -a "$(frames "$folder/broken.y4m")" -ge 4 ]
film "$folder/a.y4m" "$folder/plain.lua" --ticks 1 --select 77
check "an agent that never is there gives status 1" [ "$status" -eq 1 ]
check "and a message" grep -qx "drover: --select: there was no agent 77" "$folder/err.txt"

# What the options show.
picture() { # name, then options; the picture NAME.png after a second
    name=$1
    shift
    "$drover" run "$folder/plain.lua" --headless --ticks 60 --screenshot "$folder/$name.png" "$@" \
        </dev/null >/dev/null 2>"$folder/err.txt"
}
size_of() { bytes "$folder/$1.png" 16 8; }
picture plain
picture again
check "a picture is the same each time" cmp -s "$folder/plain.png" "$folder/again.png"
check "it has 1280 × 800 pixels" [ "$(size_of plain)" = " 0 0 5 0 0 0 3 32 " ]
picture small --size 500x300
check "--size gives it others" [ "$(size_of small)" = " 0 0 1 244 0 0 1 44 " ]
for option in "--trails" "--thoughts" "--density on" "--select 2" "--select ball#2" "--camera 3,3,9" "--scale 1.5"; do
    # shellcheck disable=SC2086
    picture other $option
    check "$option shows something else" [ "$(cmp -s "$folder/plain.png" "$folder/other.png"; echo $?)" -eq 1 ]
    check "and the size stays" [ "$(size_of other)" = "$(size_of plain)" ]
done

# After a restart, the agent of that number is another one, and selected again.
again() { # folder, options
    printf '%s\n' 'step 5' restart 'step 1' quit | "$drover" run "$folder/plain.lua" --headless --paused \
        --frames "$folder/$1" --size 300x200 $2 >/dev/null 2>&1
}
again all ""
again one "--select 1"
check "a selection lasts over a restart" \
    [ "$(cmp -s "$folder/all/00000001.png" "$folder/one/00000001.png"; echo $?)" -eq 1 ]

# An agent that is gone before anything is drawn was there.
sed 's/then print "five" end/then world:agents()():remove() end/' "$folder/plain.lua" >"$folder/gone.lua"
"$drover" run "$folder/gone.lua" --headless --ticks 9 --screenshot "$folder/gone.png" --select 1 \
    </dev/null >/dev/null 2>"$folder/err.txt"
check "an agent that is gone by then was there" [ $? -eq 0 -a ! -s "$folder/err.txt" ]

# Frames of a reload on trial are held back, without making the trial shorter.
cp "$folder/plain.lua" "$folder/kept.lua"
edited() { # the edit at tick 20, film, then options
    edit=$1 film=$2
    shift 2
    cp "$folder/kept.lua" "$folder/plain.lua"
    (
        : >"$folder/err.txt"
        echo 'step 20'
        await grep -q '^paused at tick 20' "$folder/err.txt"
        sed -i "$edit" "$folder/plain.lua"
        printf 'reload\nstep 80\nquit\n'
    ) | "$drover" run "$folder/plain.lua" --paused --size 1200x800 --camera 0,0,16 --film "$film" "$@" \
        >"$folder/out.txt" 2>"$folder/err.txt"
    status=$?
}
# A frame takes 1.4 MiB. Both edits add a function that is never called; the second fails at tick 90.
waits='s/^local body/local function late() return 1 end local body/; s/setup = function(world)/mousepressed = function() late() end, setup = function(world)/'
late="$waits; "'s/world.tick == 5 then print "five"/world.tick == 90 then error "late"/'
edited "$waits" "$folder/waits.y4m"
check "a trial waits for a changed function, film or not" \
    grep -q '^trial of reload 2 over after 80 ticks: 0 of 1' "$folder/err.txt"
check "its frames are in the film" \
    [ "$(wc -c <"$folder/waits.y4m")" -eq $((64 + 100 * (6 + 1200 * 800 * 3 / 2))) ]
edited "$late" "$folder/late.y4m"
check "a trial fails after many frames" grep -q '^rolled back: reload 2' "$folder/err.txt"
edited '' "$folder/none.y4m"
check "the film is the one without it" cmp -s "$folder/late.y4m" "$folder/none.y4m"
edited "$late" - && mv "$folder/out.txt" "$folder/piped.y4m"
check "and so it is in a pipe" cmp -s "$folder/piped.y4m" "$folder/none.y4m"
check "nothing else is left" [ "$(find "$folder" -name '*.part' -o -name '*.held' | wc -l)" -eq 0 ]
rm "$folder"/*.y4m

[ "$failures" -eq 0 ]
