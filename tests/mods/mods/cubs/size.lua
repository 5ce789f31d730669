return { of_cub = 0.5 }
