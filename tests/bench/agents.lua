-- How many agents the scenarios of this folder have. `drover bench` puts the number of each row in this file's place; a
-- setting could not be it, since the bounds of a world are declared before there are settings.
return 10000
