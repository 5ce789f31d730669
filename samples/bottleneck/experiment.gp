# Draws density.csv and doors.csv, which experiment.sh wrote, to density.png and doors.png. Each run is a dot. README.md
# says where the published figures are from.

set datafile separator comma
set terminal pngcairo size 900,560 font "DejaVu Sans,12"
set grid linetype 1 linecolor "gray80"
set border 3
set tics nomirror out
set style fill solid 0.35 noborder
set style boxplot nooutliers

set output "density.png"
set xlabel "density (people/m²)"
set ylabel "speed (m/s)"
set xrange [0:4.5]
set xtics 0, 0.5
set yrange [0:1.5]
set key top right Left reverse samplen 2

weidmann(density) = 1.34 * (1 - exp(-1.913 * (1 / density - 1 / 5.4)))
sfpe(density) = density < 0.54 || density > 3.8 ? NaN : 1.4 * (1 - 0.266 * density)

set samples 500
plot [0.01:4.5] weidmann(x) linewidth 2 linecolor "steelblue" title "Weidmann 1993", \
     sfpe(x) linewidth 2 dashtype 2 linecolor "gray40" title "SFPE Handbook", \
     "density.csv" using "density":"speed" with points pointtype 7 pointsize 0.4 linecolor "brown" title "a run"

set output "doors.png"
set xlabel "width of the door (m)"
set ylabel "flow (people/s)"
set xrange [0.6:3.1]
set yrange [0:8]
set key top left Left reverse samplen 2
set jitter overlap 0.5 spread 0.25 # dots side by side

# Handbooks, and the runs of Seyfried et al. with 20 and 40 people, in people per second and meter of width.
set samples 2
$many << END
0.8,1.29
1.2,2.36
END
$wide << END
2.4,6.1
3.0,7.2
END

width(i) = 0.8 + 0.2 * i
flow(i) = abs(column("set.door") - width(i)) < 0.05 ? column("flow") : NaN

plot "+" using 1:(1.2 * $1):(1.6 * $1) with filledcurves linecolor "gray60" \
       title "handbooks: 1.2 to 1.6 people/s for each meter", \
     [0.8:1.2] "+" using 1:(1.77 * $1):(2.31 * $1) with filledcurves linecolor "steelblue" \
       title "Seyfried et al. 2009, 20 and 40 people", \
     $many using 1:2 with points pointtype 9 pointsize 1.6 linecolor "steelblue" \
       title "Seyfried et al. 2009, 60 people", \
     $wide using 1:2 with points pointtype 5 pointsize 1.3 linecolor "steelblue" \
       title "Hermes 2009, 350 people", \
     for [i=0:8] "doors.csv" using (width(i)):(flow(i)):(0.1) with boxplot linecolor "orange" \
       title i == 0 ? "median and quartiles of 20 runs" : "", \
     "doors.csv" using "set.door":"flow" with points pointtype 7 pointsize 0.4 linecolor "brown" title "a run"
