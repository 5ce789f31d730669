#!/bin/bash
# scripts/pedestrian.lua walks as measured people do. One set of numbers has to meet what is
# published: 40 m in 26 to 34 s and a free speed within 5 % of 1.34 m/s; twenty round a corner, nobody
# in the wall (RiMEA, tests 1 and 6); Weidmann's speed over density (1993) and the flow through doors
# of four widths (Kretz, Grünebohm, Schreckenberg 2006; Seyfried et al. 2009), each within 15 %.
# Those who walk two ways do so at 90 % of Weidmann's speed at least, as fast at 60 Hz as at 20; pairs
# pass, streams that cross do not lock, and nobody overlaps another by more than 2 %.
#
# Speed is the mean along the corridor from the 31st to the 60th second, of all seeds. Flow is 80
# people over the time from the 20th who passes the middle of the wall to the 100th, of 120, so that
# neither the first, who find it free, nor the last, with nobody behind, count; of all seeds.
# There are five seeds with WHOLE in the environment, else two.
# Usage: test_pedestrian.sh DROVER SCENARIOS
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failures=0

fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

# run SCENARIO SECONDS SEED REPORT
run() {
    "$drover" run "$scenarios/$1.lua" --headless --seconds "$2" --seed "$3" --report "$folder/$4.csv"
}

# Every awk program below finds its columns by name.
columns='FNR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }'

drover=$1
scenarios=$2
count=2
[ -z "${WHOLE:-}" ] || count=5
seeds=$(seq $count)

run straight 35 1 straight
awk -F, "$columns"'
    !arrived && $column["x"] >= 40 { arrived = $column["time"] }
    $column["x"] >= 5 && $column["x"] <= 45 { sum += $column["speed"]; rows++ }
    END {
        if (!arrived) exit 1
        speed = sum / rows
        printf "40 m in %.2f s (26 to 34), walking freely at %.3f m/s (1.34)\n", arrived, speed
        exit !(arrived >= 26 && arrived <= 34 && speed >= 0.95 * 1.34 && speed <= 1.05 * 1.34)
    }' "$folder/straight.csv" || fail "the walking time or the free speed"

run corner 60 1 corner
awk -F, "$columns"'
    { outside += $column["outside"]; arrived = $column["arrived"]; rows++ }
    arrived == 20 && !last { last = $column["time"] }
    END {
        printf "%d of 20 round the corner after %.1f s, %d times in the wall\n", arrived, last, outside
        exit !(rows == 1201 && arrived == 20 && outside == 0)
    }' "$folder/corner.csv" || fail "the corner"

for seed in $seeds; do run corridor 60 $seed corridor$seed; done
awk -F, -v seeds=$count "$columns"'
    { outside += $column["outside"] }
    $column["time"] > 30 {
        for (i = 1; i <= 9; i++) sum[i] += $column["speed_" i]
        rows++
    }
    END {
        if (rows != 600 * seeds) exit 1
        print "people/m²  m/s    Weidmann"
        for (i = 1; i <= 9; i++) {
            published = 1.34 * (1 - exp(-1.913 * (2 / i - 1 / 5.4)))
            ratio = sum[i] / rows / published
            printf "   %.1f     %.3f  %.3f  %+.0f %%\n", i / 2, sum[i] / rows, published, 100 * (ratio - 1)
            bad += !(ratio >= 0.85 && ratio <= 1.15)
        }
        exit bad > 0 || outside > 0
    }' "$folder"/corridor[1-5].csv || fail "speed over density"

for seed in $seeds; do run doors 100 $seed doors$seed; done
awk -F, -v seeds=$count "$columns"'
    FNR == 2 { runs++ }
    {
        inside += $column["inside"]
        for (i = 1; i <= 4; i++) {
            through = $column["through_" i]
            if (through >= 20 && !((runs, i) in from)) from[runs, i] = $column["time"]
            if (through >= 100 && !((runs, i) in to)) to[runs, i] = $column["time"]
        }
    }
    END {
        split("0.9 1.0 1.2 1.6", width, " ")
        split("1.59 1.83 2.31 2.84", published, " ")
        print "door    people/s  published"
        for (i = 1; i <= 4; i++) {
            for (run = flow = 0; run++ < runs;) {
                if (!((run, i) in to)) exit 1
                flow += 80 / (to[run, i] - from[run, i]) / runs
            }
            ratio = flow / published[i]
            printf "%.1f m    %.2f    %.2f  %+.0f %%\n", width[i], flow, published[i], 100 * (ratio - 1)
            bad += !(ratio >= 0.85 && ratio <= 1.15)
        }
        exit !(runs == seeds && bad == 0 && inside == 0)
    }' "$folder"/doors[1-5].csv || fail "the flow through doors"

# The same folder, but for its tick rate.
cp "$scenarios"/*.lua "$folder"
sed -i 's/tick_rate = 20/tick_rate = 60/' "$folder/two_way.lua"
for seed in $seeds; do
    run two_way 60 $seed two_way_20_$seed
    scenarios=$folder run two_way 60 $seed two_way_60_$seed
done
awk -F, -v seeds=$count "$columns"'
    FNR == 2 { runs++ }
    { outside += $column["outside"] }
    # They part from where they were put in the first seconds.
    $column["time"] > 5 && $column["overlap"] > deepest { deepest = $column["overlap"] }
    $column["time"] > 30 {
        rows[runs]++
        for (i = 1; i <= 4; i++) sum[runs, i] += $column["speed_" i]
    }
    END {
        split("0.25 0.5 1 1.5", density, " ")
        if (runs != 2 * seeds) exit 1
        print "two ways, people/m²  20 Hz  60 Hz  Weidmann, least of all"
        for (i = 1; i <= 4; i++) {
            published = 1.34 * (1 - exp(-1.913 * (1 / density[i] - 1 / 5.4)))
            least = 9
            total[0] = total[1] = 0
            for (run = 1; run <= runs; run++) {
                speed = sum[run, i] / rows[run]
                total[run > seeds] += speed / seeds
                if (speed < least) least = speed
            }
            printf "   %.2f              %.3f  %.3f  %.3f     %.3f\n", density[i], total[0], total[1], published, least
            ratio = total[1] / total[0]
            bad += !(least >= 0.9 * published && ratio > 0.9 && ratio < 1.1)
        }
        printf "overlapping by %.1f %% at most\n", 100 * deepest
        exit bad > 0 || outside > 0 || deepest > 0.02
    }' "$folder"/two_way_20_?.csv "$folder"/two_way_60_?.csv || fail "two ways"

run head_on 40 1 head_on
awk -F, "$columns"'
    $column["overlap"] > deepest { deepest = $column["overlap"] }
    { arrived = $column["arrived"] }
    END {
        printf "head-on: %d of 46 arrived, overlapping by %.1f %% at most\n", arrived, 100 * deepest
        exit !(arrived == 46 && deepest <= 0.02)
    }' "$folder/head_on.csv" || fail "head-on"

for density in 0.25 0.5 1 1.5; do
    for seed in $seeds; do
        "$drover" run "$scenarios/crossing.lua" --headless --seconds 120 --seed $seed \
            --set density=$density --report "$folder/crossing_$seed.csv"
    done
    # In the middle, both streams are there: twice the density.
    awk -F, -v density=$density -v seeds=$count "$columns"'
        FNR == 2 { runs++ }
        $column["time"] > 5 && $column["overlap"] > deepest { deepest = $column["overlap"] }
        $column["time"] > 90 { sum[runs] += $column["speed"]; rows[runs]++ }
        END {
            published = 1.34 * (1 - exp(-1.913 * (1 / (2 * density) - 1 / 5.4)))
            least = 9
            for (run = 1; run <= runs; run++)
                if (sum[run] / rows[run] < least) least = sum[run] / rows[run]
            printf "crossing at %.2f: %.3f m/s at least (%.3f), overlapping by %.1f %% at most\n", density, least, \
                published, 100 * deepest
            exit !(runs == seeds && least >= published / 2 && deepest <= 0.02)
        }' "$folder"/crossing_?.csv || fail "crossing streams"
done

[ $failures -eq 0 ]
