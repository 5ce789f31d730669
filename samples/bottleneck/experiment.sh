#!/bin/sh
# From plan.wkt to two pictures: speed over density, and flow through a door over its width, each beside what is published.
# Writes density.csv, density.png, doors.csv, and doors.png into the folder where it is called, in five minutes on two
# cores. Stopped and called again, it goes on. Needs drover and gnuplot (Debian: gnuplot-nox).
# Usage: sh samples/bottleneck/experiment.sh [REPEATS]
set -eu

sample=$(dirname "$0")
repeats=${1:-20}

# 42 people are one on four square meters.
drover sweep "$sample" --set wall=false --vary people=42,84,126,168,252,336,420,504,588,672 \
    --repeat "$repeats" --ticks 1200 --resume --out density.csv
drover sweep "$sample" --vary door=0.8:2.4:0.2 --repeat "$repeats" --ticks 1800 --resume --out doors.csv
gnuplot "$sample/experiment.gp"
