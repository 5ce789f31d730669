// The output of `drover --help` and `drover COMMAND --help`; see command_line.h.
#include "player/options/command_line.h"

#include <stdio.h>
#include <string.h>

static const char program_help[] =
    "Drover runs simulations of agents that Lua scripts describe, and picks up changes to the\n"
    "scripts while they run.\n"
    "\n"
    "  drover                      choose among samples and recent scenarios\n"
    "  drover run SCENARIO         run a scenario, in a window or with --headless\n"
    "  drover check SCENARIO       load a scenario and verify it\n"
    "  drover new DIR              write a scenario to start from\n"
    "  drover test DIR             run a scenario's tests\n"
    "  drover mods SCENARIO        list a scenario's mods, and what they change\n"
    "  drover sweep SCENARIO       run a scenario many times, and write one file of rows\n"
    "  drover replay FILE          replay a log, and verify each tick\n"
    "  drover help [NAME]          print what scripts can use, by topic or name\n"
    "  drover behaviors [NAME]     print only behaviors, blends, guards, and bodies\n"
    "  drover bench [NAME]         measure how fast this machine runs Drover\n"
    "  drover COMMAND --help       print the options of a command\n"
    "  drover --version\n"
    "\n"
    "SCENARIO is a folder with main.lua, or a .lua file.\n"
    "Exit status: 0 fine; 1 the scenario failed or ended with suspended agents; 2 bad usage.\n";

static const char run_help[] =
    "drover run SCENARIO [OPTION]…\n"
    "\n"
    "Run a scenario: a folder with main.lua, or a .lua file.\n"
    "\n"
    "  --seed N             the seed of all random numbers, instead of the scenario's\n"
    "  --set NAME=VALUE     a setting of the scenario; may be repeated\n"
    "  --mod DIR            run with the mod in that folder; may be repeated\n"
    "  --mods NAMES         run with mods from the scenario's folder mods: all, none (the "
    "default), "
    "or\n"
    "                       names with commas between them\n"
    "  --threads N          threads to compute with, 1 to 64 (1); results do not depend on it\n"
    "  --speed X|max        multiple of real time (1 in the window, max headless)\n"
    "  --budget SECONDS     processor time for all the Lua of a tick (1 in the window, with "
    "--watch,\n"
    "                       and just after a reload; otherwise 10); a callback may take 0.9 s of "
    "it.\n"
    "                       inf: no limit, for callbacks either\n"
    "  --lua-memory MIB     memory that scripts may use (256, and 1 KiB for each agent)\n"
    "  --history MIB        memory for going back (256); 0: none. Only used by a run that takes\n"
    "                       commands or has a window\n"
    "  --watch, --no-watch  reload scripts when they are saved (in the window yes, headless no)\n"
    "  --watch=poll         look for saves twenty times a second, if the system does not report "
    "them\n"
    "  --control PATH       take commands and report reloads as JSON lines, at a Unix socket\n"
    "  --explain            keep why agents change their states, and what the parts of states do, "
    "for\n"
    "                       the command why; the window always does\n"
    "  --paused             start paused\n"
    "  --pause-at TICK      run to that tick as fast as possible, then pause\n"
    "  --headless           run without a window\n"
    "  --ticks N            run N ticks, then end\n"
    "  --seconds S          run S simulated seconds, then end\n"
    "  --hash[=K]           print the state hash at the end, and every K ticks\n"
    "  --record FILE        write a row per agent and tick to a .csv, .csv.gz, or .jsonl file, or\n"
    "                       trajectories for PedPy to a .txt file\n"
    "  --report FILE        write a row per tick, from tick 0 on, with the monitors, the seed, and "
    "the\n"
    "                       settings to a CSV file\n"
    "  --every K            ticks between rows, and headless between frames (1)\n"
    "  --screenshot FILE    draw the last tick to a PNG file\n"
    "  --frames FOLDER      draw each frame to a PNG file\n"
    "  --film FILE          run without a window, and write a film to a .y4m file, or to standard\n"
    "                       output (-); it plays at --speed, or in real time\n"
    "  --size WxH           pixels of pictures, films, and at first the window (1280x800)\n"
    "  --scale F            enlarge panels, texts, and lines, 0.5 to 4 (1)\n"
    "  --camera X,Y,WIDTH[,YAW,PITCH[,Z]]\n"
    "                       show that point, and that width, in meters (everything);\n"
    "                       a volume from that direction, in degrees\n"
    "  --select AGENT       select an agent, such as 152 or wolf#152\n"
    "  --trails             draw where agents were\n"
    "  --density WHEN       draw a density map instead of agents: on, off, or auto, when they are\n"
    "                       too small and too many to be told apart (auto)\n"
    "  --theme NAME         the look of the ground: grass, snow, water, street, or floor\n"
    "  --thoughts           draw what the selected agent is thinking, or else all agents\n"
    "  --save FILE          write a snapshot at the end\n"
    "  --load FILE          start from a snapshot; --ticks and --seconds count from there\n"
    "  --log FILE           write everything that drover replay needs, as JSON lines; costs the\n"
    "                       time of a hash per tick\n";

// Compilers need not take a longer string.
static const char run_notes[] =
    "\n"
    "Except for --log, files are written as FILE.PID-N.part and renamed when they are complete.\n"
    "\n"
    "Without --ticks or --seconds, a headless run ends when the scenario finishes or on ctrl-C.\n"
    "ctrl-C ends any run after the current tick, whose Lua is stopped if it takes over a second; "
    "the\n"
    "files asked for are written, and the exit status is 1. A second ctrl-C kills the run.\n"
    "\n"
    "A headless run reads commands from standard input, one per line, and answers on stderr:\n"
    "reload, reload!, undo, pause, resume, step [N], status, rewind [SECONDS], back [N],\n"
    "compare [TICKS], set NAME=VALUE, watch on|off, ghost on|off, mods, mod on|off NAME,\n"
    "why AGENT, quit, help. At the end of input, a paused run continues. If standard input is not\n"
    "meant for Drover, as in a shell loop that reads it, add </dev/null.\n"
    "Over a control socket, which a window can have, too, clients send\n"
    "{\"id\":1,\"command\":\"step 5\"} and get {\"id\":1,\"ok\":true,\"text\":\"…\"}.\n"
    "\n"
    "Exit status: 0 fine; 1 the scenario failed, was interrupted, or ended with suspended agents; "
    "2 bad\n"
    "usage.\n";

static const char check_help[] =
    "drover check SCENARIO [OPTION]…\n"
    "\n"
    "Load a scenario and verify every state, transition, slot, and parameter. In functions, "
    "verify\n"
    "globals and the names used on agents, groups, and the world. Warnings count as errors.\n"
    "If a number slot is the speed of a state, run a tick to check that the slot is set.\n"
    "\n"
    "  --mod DIR            load the mod in that folder; may be repeated\n"
    "  --mods NAMES         load mods from the scenario's folder mods: all, none (the default), "
    "or\n"
    "                       names with commas between them\n"
    "  --ticks N            also set it up and run N ticks\n"
    "  --types              also write .drover/types/drover.lua next to it, with its kinds, "
    "groups,\n"
    "                       and settings, for editors with lua-language-server\n"
    "  --budget SECONDS     processor time for all the Lua of a tick (10), or inf\n"
    "  --lua-memory MIB     memory that scripts may use (256, and 1 KiB for each agent)\n"
    "\n"
    "Exit status: 0 fine; 1 something is wrong with the scenario; 2 bad usage.\n";

static const char mods_help[] =
    "drover mods SCENARIO [OPTION]…\n"
    "\n"
    "List the mods in the scenario's folder mods, and those given. For mods that are on, print "
    "each\n"
    "field of a definition that they change, and the mod whose change counts, the last one.\n"
    "\n"
    "  --mod DIR            with the mod in that folder on; may be repeated\n"
    "  --mods NAMES         with mods from the scenario's folder mods on: all, none (the default), "
    "or\n"
    "                       names with commas between them\n"
    "\n"
    "Exit status: 0 fine; 1 something is wrong with the scenario or a mod; 2 bad usage.\n";

static const char sweep_help[] =
    "drover sweep SCENARIO --ticks N --out FILE.csv [OPTION]…\n"
    "drover sweep --join FILE.csv… --out FILE.csv\n"
    "drover sweep --rerun RUN FILE.csv [--headless]\n"
    "\n"
    "Run a scenario many times, with different settings and seeds, and write one file of rows: "
    "the\n"
    "run, its seed, its settings (set.NAME), its monitors, its last tick, how it ended (ticks, "
    "until,\n"
    "finished, or failed), and the error of a run that failed. FILE.manifest.jsonl says what it "
    "was\n"
    "made from, and has the final hash of each run.\n"
    "\n"
    "  --vary NAME=VALUES   the values of a setting: a,b,c or FROM:TO:STEP; may be repeated, for "
    "all\n"
    "                       combinations\n"
    "  --design FILE.csv    the combinations instead: a heading with settings, and a row for each\n"
    "  --repeat N           runs of each combination, each with its own seed (1)\n"
    "  --seed N             the seed that the runs' seeds are made from, instead of the "
    "scenario's\n"
    "  --same-seeds         the same seeds in each combination, to compare them run by run\n"
    "  --set NAME=VALUE     a setting of all runs; may be repeated\n"
    "  --mod DIR            run with the mod in that folder; may be repeated\n"
    "  --mods NAMES         run with mods from the scenario's folder mods: all, none (the "
    "default), or\n"
    "                       names with commas between them\n"
    "  --ticks N            ticks of a run, after --warmup\n"
    "  --until 'MONITOR OP NUMBER'\n"
    "                       end a run as soon as that holds; OP is > >= < <= or ==\n"
    "  --warmup N           ticks before there are rows, and before --until counts (0)\n"
    "  --every K            also write a row every K ticks\n"
    "  --jobs N             runs at a time (one per processor); results do not depend on it\n"
    "  --part I/N           compute only every N-th run, from the I-th on; see --join\n"
    "  --out FILE.csv       the file to write; it must not exist\n"
    "  --resume             go on with a sweep that was interrupted or killed\n"
    "  --join               join the files of all parts into one\n"
    "  --rerun RUN          run that run of a finished sweep again, in the window; with "
    "--headless,\n"
    "                       print its hash, and compare it with the sweep's\n"
    "  --budget SECONDS     processor time for all the Lua of a tick (10), or inf\n"
    "  --lua-memory MIB     memory that scripts may use (256, and 1 KiB for each agent)\n"
    "\n"
    "Until all runs are there, the files are FILE.csv.part and FILE.manifest.jsonl.part. However "
    "the\n"
    "runs are split among jobs, parts, or the ranks of mpirun, the joined file is the same, byte "
    "by\n"
    "byte.\n"
    "Exit status: 0 fine; 1 a run failed, or the sweep was interrupted; 2 bad usage.\n";

static const char replay_help[] =
    "drover replay FILE [OPTION]…\n"
    "\n"
    "Replay a log that drover run --log wrote, and verify the hash of each tick. The log is all "
    "it\n"
    "needs: it has the scripts, every reload, and what people did.\n"
    "\n"
    "  --threads N          threads to compute with, 1 to 64 (1); results do not depend on it\n"
    "  --hash               print the state hash at the end\n"
    "  --budget SECONDS     processor time for all the Lua of a tick (10), or inf\n"
    "  --lua-memory MIB     memory that scripts may use (as in the run)\n"
    "\n"
    "Exit status: 0 all hashes are equal; 1 one is not, or the log is damaged; 2 bad usage.\n";

static const char reference_help[] =
    "drover help [NAME] [OPTION]…\n"
    "\n"
    "Print what scripts can use: the topics, or everything about a NAME, with an example. NAME is "
    "a\n"
    "topic (tick, colors), a name as scripts write it (agent:sees, kind.speed, steer.seek), or "
    "the\n"
    "last word of one (sees), which lists all its meanings.\n"
    "\n"
    "  --all                print everything\n"
    "  --format text|md     with --all: as text, or as the document scripts/REFERENCE.md (text)\n"
    "\n"
    "Exit status: 0 fine; 1 nothing has that name, and the nearest names are printed; 2 bad "
    "usage.\n";

static const char behaviors_help[] =
    "drover behaviors [NAME]\n"
    "\n"
    "Print every behavior, blend, guard, body property, and locomotion model with its parameters,\n"
    "units, ranges, defaults, and source, or one of them in full, as drover help does.\n";

static const char bench_help[] =
    "drover bench [NAME] [OPTION]…\n"
    "\n"
    "Measure how fast this machine runs Drover. Prints a table with the median, minimum, and "
    "maximum\n"
    "of several runs, and the target where there is one. NAME is a benchmark:\n"
    "\n"
    "  flock                boids with all their rules in the plane, 1,000 to a million of them\n"
    "  flock-volume         the same in three dimensions\n"
    "  guards               what guards cost, compared with a flock that has none\n"
    "  step                 a step in Lua for every agent every tick, and its garbage\n"
    "  caribou              the caribou sample with 20,000 agents, each with a step in Lua\n"
    "  crowd                obstacles, paths, avoidance, and separation\n"
    "  reciprocal           crossing crowds in which everyone avoids the nearest ten, ORCA\n"
    "  start                from starting the program to the first tick\n"
    "  memory               bytes per agent\n"
    "  published            the flock that agent frameworks are usually compared by, 100 ticks\n"
    "  snapshot             saving and restoring 100,000 agents\n"
    "  drawing              10,000 agents with the software renderer\n"
    "  reload               from saving a script until its code runs, 200 saves\n"
    "  history              the slowest tick while moments are kept, 20,000 agents with memory\n"
    "  plan                 routes across a map of 512 by 512 cells\n"
    "  fields               amounts that spread, and 100,000 agents who leave and follow them\n"
    "  timers               100,000 timers that wait, and timers that are called\n"
    "  queries              10,000 agents who ask who is near, and what a ray meets\n"
    "  samples              every sample, unchanged\n"
    "\n"
    "  --json               print one JSON document instead of the table\n"
    "  --csv FILE           also write the rows to a CSV file\n"
    "  --vector-bits N      compute with vectors of at most 128, 256, or 512 bits\n"
    "\n"
    "start and samples need the folder samples, in the working directory or next to the program.\n"
    "Exit status: 0 fine, even if rows were skipped; 1 something could not be measured; 2 bad "
    "usage.\n";

static const char new_help[] =
    "drover new DIR [OPTION]\n"
    "drover new --mod DIR --for SCENARIO\n"
    "\n"
    "Write a scenario to start from. It runs as is, and says what to change first. DIR must be "
    "empty,\n"
    "or not exist yet. Editors with lua-language-server complete and check what you type there.\n"
    "\n"
    "  --from SCENARIO      write a copy of a scenario instead: a sample by its name, or a path\n"
    "  --mod DIR            write a mod instead, named after the folder\n"
    "  --for SCENARIO       the scenario that the mod is for\n"
    "\n"
    "Exit status: 0 fine; 1 it could not be written, and nothing is left behind; 2 bad usage.\n";

static const char test_help[] =
    "drover test DIR [OPTION]…\n"
    "\n"
    "Run the tests of a scenario: the files DIR/tests/*.lua. Each returns a table of functions, "
    "named\n"
    "by what must hold.\n"
    "\n"
    "  return {\n"
    "    [\"the herd flees from a wolf\"] = function(t)\n"
    "      t:seeds(5, function()\n"
    "        local world = t:world { settings = { wolves = 1 } }\n"
    "        local function flees() return world:monitor(\"fleeing\") > 20 end\n"
    "        assert(world:step(1200, flees))\n"
    "      end)\n"
    "    end,\n"
    "  }\n"
    "\n"
    "A failure is printed with the seed, the tick, and the command that shows that moment in the\n"
    "window. scripts/README.md says what tests can do.\n"
    "\n"
    "  --only TEXT          run only tests with TEXT in \"tests/FILE.lua: NAME\"\n"
    "  --seeds N            have t:seeds try N seeds at most\n"
    "  --seed N             have t:seeds try seed N alone\n"
    "  --format FORMAT      text, tap or junit, on standard output (text)\n"
    "  --watch              run them again whenever a .lua file in DIR is saved, until ctrl-C\n"
    "  --watch=poll         look for saves twenty times a second, if the system does not report "
    "them\n"
    "  --threads N          threads to compute with, 1 to 64 (1); results do not depend on it\n"
    "  --budget SECONDS     processor time for a test, and for each seed of one (120), or inf\n"
    "  --lua-memory MIB     memory for the scripts of the test and of each world (256, and 1 KiB\n"
    "                       for each agent)\n"
    "\n"
    "Exit status: 0 all tests passed; 1 one failed, or there are none; 2 bad usage.\n";

static const struct {
    const char *command, *text, *notes;
} texts[] = {
    {"run", run_help, run_notes}, {"check", check_help, ""},    {"new", new_help, ""},
    {"replay", replay_help, ""},  {"help", reference_help, ""}, {"behaviors", behaviors_help, ""},
    {"bench", bench_help, ""},    {"test", test_help, ""},      {"mods", mods_help, ""},
    {"sweep", sweep_help, ""},
};

#define COMMAND_COUNT (sizeof texts / sizeof *texts)

const char *dv_options_help(const char *topic) {
    static char whole[8192];
    for (size_t i = 0; topic && i < COMMAND_COUNT; i++) {
        if (strcmp(texts[i].command, topic) != 0)
            continue;
        snprintf(whole, sizeof whole, "%s%s", texts[i].text, texts[i].notes);
        return whole;
    }
    return program_help;
}

const char *dv_options_topic(size_t index) {
    return index < COMMAND_COUNT ? texts[index].command : NULL;
}
