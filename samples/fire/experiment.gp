# Draws fire.csv, which `drover sweep` wrote, to fire.png. Each run is a dot. A box goes from quartile to quartile, with the
# median in it.

set datafile separator comma
set terminal pngcairo size 900,560 font "DejaVu Sans,12"
set output "fire.png"

set xlabel "trees in a forest of 60 m × 40 m"
set ylabel "share of them that burnt (%)"
set xrange [470:1030]
set yrange [-3:103]
set grid ytics linetype 1 linecolor "gray80"
set border 3
set tics nomirror out
set key top left reverse Left samplen 2

set style fill solid 0.35 noborder
set style boxplot nooutliers
set jitter overlap 1 spread 0.9 # dots side by side

share(trees) = column("set.trees") == trees ? 100 * column("ash") / trees : NaN

plot for [trees=500:1000:50] "fire.csv" using (trees):(share(trees)):(22) with boxplot linecolor "orange" \
       title trees == 500 ? "median and quartiles of 20 runs" : "", \
     "fire.csv" using (column("set.trees")):(100 * column("ash") / column("set.trees")) \
       with points pointtype 7 pointsize 0.45 linecolor "brown" title "a run"
