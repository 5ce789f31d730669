# Draws ants.csv, which `drover sweep` wrote, to ants.png. Each run is a dot. A box goes from quartile to quartile, with the
# median in it.

set datafile separator comma
set terminal pngcairo size 900,560 font "DejaVu Sans,12"
set output "ants.png"

set xlabel "scent that a carrying ant leaves per second"
set ylabel "food brought home in three minutes (crumbs)"
set xrange [0.4:7.6]
set yrange [0:1000]
set grid ytics linetype 1 linecolor "gray80"
set border 3
set tics nomirror out
set key top left reverse Left samplen 2

set style fill solid 0.35 noborder
set style boxplot nooutliers
set jitter overlap 1 spread 0.9 # dots side by side

# The scents double from one place to the next, but for 0, which has the first.
scents = "0 0.25 0.5 1 2 4 8"
set xtics ()
do for [i=1:words(scents)] { set xtics add (word(scents, i) i) }
place(scent) = scent == 0 ? 1 : 4 + log(scent) / log(2)
food(i) = column("set.scent") == word(scents, i) + 0 ? column("food") : NaN

plot for [i=1:words(scents)] "ants.csv" using (i):(food(i)):(0.45) with boxplot linecolor "orange" \
       title i == 1 ? "median and quartiles of 20 runs" : "", \
     "ants.csv" using (place(column("set.scent"))):"food" \
       with points pointtype 7 pointsize 0.45 linecolor "brown" title "a run"
