// The scenes of test_annotate: what each behavior must draw, by family.
#ifndef DV_TESTS_ANNOTATION_SCENES_H
#define DV_TESTS_ANNOTATION_SCENES_H

#include "annotation_world.h"

static scene scenes[64];
static int scene_count;

static void play(scene s) { scenes[scene_count++] = s; }

static void write_targets(void) {
    play((scene){"seek",
                 "a point",
                 {AT_POINT(3, 4, 0)},
                 STANDING,
                 .shown = {{POINT, DV_INK_TARGET, 3, 4, 0, 0},
                           {LINE, DV_INK_TARGET, 0, 0, 3, 4},
                           {ARROW, DV_INK_STEERING, 0, 0, 3, 4},
                           {ARROW, DV_INK_DESIRED, 0, 0, 3, 4}}});
    play((scene){"flee",
                 "what is near",
                 {AT_POINT(3, 4, 0), NUMBER("radius", 6)},
                 STANDING,
                 .shown = {{POINT, DV_INK_THREAT, 3, 4, 0, 0},
                           {CIRCLE, DV_INK_NEIGHBOR, 0, 0, 6, 0},
                           {ARROW, DV_INK_STEERING, 0, 0, -3, -4}}});
    play((scene){"flee",
                 "nothing that is far",
                 {AT_POINT(3, 4, 0), NUMBER("radius", 4)},
                 STANDING,
                 .shown = {{CIRCLE, DV_INK_NEIGHBOR, 0, 0, 4, 0}},
                 .absent = {{POINT, 0, 3, 4, 0, 0}}});
    // Behind a quarry that moves away: the pursuit table gives four times the direct time, so 4 s.
    play((scene){"pursuit",
                 "the predicted place",
                 {AT_TARGET},
                 STANDING,
                 .others = {DOG_AT(10, 0, 30, 5)},
                 .shown = {{POINT, DV_INK_TARGET, 27.320508f, 10, 0, 0},
                           {LINE, DV_INK_TARGET, 10, 0, 27.320508f, 10}}});
    play((scene){"pursuit",
                 "only who keeps a bearing",
                 {AT_TARGET, YES("constant_bearing")},
                 STANDING,
                 .others = {DOG_AT(20, 0, 90, 5)},
                 .shown = {{POINT, DV_INK_TARGET, 20, 0, 0, 0},
                           {ARROW, DV_INK_STEERING, 0, 0, 4.330127f, 2.5f}}});
    play((scene){"evasion",
                 "the predicted place",
                 {AT_TARGET, NUMBER("radius", 12)},
                 STANDING,
                 .others = {DOG_AT(10, 0, 30, 5)},
                 .shown = {{POINT, DV_INK_THREAT, 27.320508f, 10, 0, 0},
                           {CIRCLE, DV_INK_NEIGHBOR, 0, 0, 12, 0}}});
    // The target faces +y, so behind it and to its left means below it and to its left here.
    play((scene){
        "offset_pursuit",
        "the place to keep",
        {AT_TARGET, PLACED("offset", -2, 1)},
        STANDING,
        .others = {DOG_AT(10, 0, 90, 0)},
        .shown = {{POINT, DV_INK_TARGET, 9, -2, 0, 0}, {LINE, DV_INK_TARGET, 10, 0, 9, -2}}});
    play((scene){
        "offset_pursuit",
        "the way past",
        {AT_TARGET, NUMBER("radius", 3)},
        STANDING,
        .others = {DOG_AT(10, 1, 90, 0)},
        .shown = {{POINT, DV_INK_TARGET, 10, -2, 0, 0}, {CIRCLE, DV_INK_TARGET, 10, 1, 3, 0}}});
    play((scene){
        "arrival",
        "where it slows down",
        {AT_POINT(5, 0, 0), NUMBER("slowing_distance", 3)},
        STANDING,
        .shown = {{POINT, DV_INK_TARGET, 5, 0, 0, 0}, {CIRCLE, DV_INK_TARGET, 5, 0, 3, 0}}});
    play((scene){"wayfinding",
                 "a goal in sight",
                 {AT_POINT(3, 4, 0)},
                 STANDING,
                 .shown = {{POINT, DV_INK_TARGET, 3, 4, 0, 0}, {LINE, DV_INK_CLEAR, 0, 0, 3, 4}}});
    play((scene){"wayfinding",
                 "a goal that is hidden, before there is a plan",
                 {AT_POINT(10, 0, 0)},
                 STANDING,
                 .rock = {DV_SPHERE, 5, 0, 2, 0, 0},
                 .shown = {{LINE, DV_INK_THREAT, 0, 0, 10, 0}}});
    // A point counts as facing +x, so the approach begins at a smaller x.
    play((scene){"docking",
                 "where the way in begins",
                 {AT_POINT(0, 10, 0), NUMBER("approach", 4)},
                 STANDING,
                 .shown = {{POINT, DV_INK_TARGET, -4, 10, 0, 0},
                           {POINT, DV_INK_TARGET, 0, 10, 0, 0},
                           {LINE, DV_INK_CLEAR, -4, 10, 0, 10},
                           {ARROW, DV_INK_TARGET, 0, 10, 5, 10}}});
    play((scene){"docking",
                 "the dock when lined up",
                 {AT_POINT(10, 0, 0), NUMBER("approach", 4)},
                 STANDING,
                 .shown = {{LINE, DV_INK_TARGET, 0, 0, 10, 0}},
                 .absent = {{POINT, 0, 6, 0, 0, 0}}});
    play((scene){
        "interpose",
        "between two",
        {PLACED("a", -4, 6), PLACED("b", 4, 6)},
        STANDING,
        .shown = {{POINT, DV_INK_TARGET, 0, 6, 0, 0}, {LINE, DV_INK_NEIGHBOR, -4, 6, 4, 6}}});
    // 7 m outside the radius, which takes 0.7 s at top speed.
    play((scene){
        "shadow",
        "where they meet",
        {AT_TARGET, NUMBER("radius", 3)},
        STANDING,
        .others = {DOG_AT(10, 0, 90, 5)},
        .shown = {{POINT, DV_INK_TARGET, 10, 3.5f, 0, 0}, {CIRCLE, DV_INK_TARGET, 10, 0, 3, 0}}});
    play((scene){
        "walk_along",
        "half of the way beside",
        {NAMED("partner", "target")},
        STANDING,
        .others = {DOG_AT(0, 3, 0, 0)},
        .shown = {{POINT, DV_INK_TARGET, 0, 0.9f, 0, 0}, {LINE, DV_INK_NEIGHBOR, 0, 0, 0, 3}}});
    play((scene){
        "target_speed",
        "the speed",
        {NUMBER("speed", 6)},
        MOVING(2),
        .shown = {{POINT, DV_INK_TARGET, 3, 0, 0, 0}, {ARROW, DV_INK_DESIRED, 0, 0, 3, 0}}});
}

static void write_obstacles(void) {
    // The corridor is 0.5 + 4 · 2 m long. The body touches after 6 − 1 − 0.5 m.
    play((scene){"obstacle_avoidance",
                 "the cylinder and what is in it",
                 {NUMBER("horizon", 2)},
                 MOVING(4),
                 .rock = {DV_SPHERE, 6, 0, 1, 0, 0},
                 .shown = {{STRIP, DV_INK_THREAT, 0, -0.5f, 8.5f, 0.5f},
                           {CIRCLE, DV_INK_THREAT, 4.5f, 0, 0.5f, 0},
                           {POINT, DV_INK_THREAT, 5, 0, 0, 0},
                           {CIRCLE, DV_INK_THREAT, 6, 0, 1, 0}}});
    play((scene){"obstacle_avoidance",
                 "a free cylinder",
                 {NUMBER("horizon", 2), NUMBER("clearance", 1)},
                 MOVING(4),
                 .rock = {DV_SPHERE, 6, 3, 1, 0, 0},
                 .shown = {{STRIP, DV_INK_CLEAR, 0, -1.5f, 8.5f, 1.5f}},
                 .absent = {{CIRCLE, 0, 6, 3, 1, 0}, {ARROW, DV_INK_STEERING, 0, 0, 0, 5}}});
    play((scene){"ray_avoidance",
                 "feelers",
                 {NUMBER("rays", 3), NUMBER("angle", DV_PI)},
                 MOVING(4),
                 .rock = {DV_BOX, 4, 0, 0, 2, 6},
                 .shown = {{POINT, DV_INK_THREAT, 3, 0, 0, 0},
                           {LINE, DV_INK_THREAT, 0, 0, 3, 0},
                           {LINE, DV_INK_CLEAR, 0, 0, 0, 5},
                           {LINE, DV_INK_CLEAR, 0, 0, 0, -5}}});
    // 5 m ahead along the wall from where the body would be in 0.5 s, and 2 m away from the wall.
    play((scene){"wall_following",
                 "the wall point and the goal",
                 {NUMBER("distance", 2)},
                 MOVING(4),
                 .rock = {DV_BOX, 0, 5, 0, 100, 4},
                 .shown = {{POINT, DV_INK_THREAT, 2, 3, 0, 0},
                           {ARROW, DV_INK_CLEAR, 2, 3, 2, 1},
                           {POINT, DV_INK_TARGET, 5, 1, 0, 0}}});
    // The same along the path on the x axis, to the left of the agent.
    play((scene){"wall_following",
                 "the point of the path and the goal",
                 {NUMBER("distance", 2), NAMED("path", "path")},
                 {true, SHEEP, 0, -3, 0, 4},
                 .shown = {{POINT, DV_INK_THREAT, 2, 0, 0, 0},
                           {ARROW, DV_INK_CLEAR, 2, 0, 2, -2},
                           {POINT, DV_INK_TARGET, 5, -2, 0, 0}}});
    play((scene){"wall_following",
                 "feelers",
                 {NUMBER("rays", 3)},
                 MOVING(4),
                 .rock = {DV_BOX, 0, 5, 0, 100, 4},
                 .shown = {{POINT, DV_INK_THREAT, 0, 3, 0, 0},
                           {LINE, DV_INK_CLEAR, 0, 0, 5, 0},
                           {ARROW, DV_INK_CLEAR, 0, 3, 0, 1}}});
    play((scene){
        "containment",
        "what would be outside",
        {NUMBER("horizon", 1)},
        {true, SHEEP, 48, 0, 0, 5},
        .shown = {{POINT, DV_INK_THREAT, 53, 0, 0, 0}, {ARROW, DV_INK_THREAT, 53, 0, 48, 0}}});
    play((scene){"containment",
                 "what stays inside",
                 {NUMBER("horizon", 1)},
                 MOVING(5),
                 .shown = {{POINT, DV_INK_CLEAR, 5, 0, 0, 0}}});
    // 1 + 0.5 + 0.5 m behind the center of the rock as seen by the opponent.
    play((scene){"hide",
                 "the place behind",
                 {AT_TARGET, NUMBER("slowing_distance", 1)},
                 {true, SHEEP, 0, 3, 0, 0},
                 .others = {DOG_AT(20, 0, 180, 0)},
                 .rock = {DV_SPHERE, 5, 0, 1, 0, 0},
                 .shown = {{POINT, DV_INK_CLEAR, 3, 0, 0, 0},
                           {POINT, DV_INK_TARGET, 3, 0, 0, 0},
                           {CIRCLE, DV_INK_TARGET, 3, 0, 1, 0},
                           {LINE, DV_INK_THREAT, 20, 0, 3, 0}}});
    play((scene){"hide",
                 "whom to evade where there is nothing",
                 {AT_TARGET},
                 STANDING,
                 .others = {DOG_AT(10, 0, 30, 5)},
                 .shown = {{POINT, DV_INK_THREAT, 27.320508f, 10, 0, 0}}});
}

static void write_roaming(void) {
    play((scene){"wander",
                 "the circle ahead",
                 {NUMBER("strength", 0.5)},
                 STANDING,
                 .shown = {{CIRCLE, DV_INK_CLEAR, 5, 0, 2.5f, 0}}});
    play((scene){"noise_wander",
                 "the range of the noise",
                 {NUMBER("strength", 1.5)},
                 STANDING,
                 .shown = {{LINE, DV_INK_CLEAR, 5, -7.5f, 5, 7.5f}}});
    play((scene){
        "forage",
        "what it found",
        {NAMED("kind", "dog")},
        STANDING,
        .others = {DOG_AT(0, 7, 0, 0)},
        .shown = {{POINT, DV_INK_TARGET, 0, 7, 0, 0}, {CIRCLE, DV_INK_NEIGHBOR, 0, 0, 20, 0}},
        .absent = {{CIRCLE, DV_INK_CLEAR, 5, 0, 2.5f, 0}}});
    play((scene){"forage",
                 "wandering",
                 {NAMED("kind", "dog")},
                 STANDING,
                 .shown = {{CIRCLE, DV_INK_CLEAR, 5, 0, 2.5f, 0}}});
    // 19 cells of 5.2632 m: the center of the first, then further along x.
    play((scene){"explore",
                 "the next cells",
                 {NUMBER("radius", 5)},
                 {true, SHEEP, -49, -49, 0, 0},
                 .shown = {{POINT, DV_INK_TARGET, -47.368421f, -47.368421f, 0, 0},
                           {STRIP, DV_INK_TARGET, -50, -50, -44.736842f, -44.736842f},
                           {POINT, DV_INK_CLEAR, -42.105263f, -47.368421f, 0, 0},
                           {CIRCLE, DV_INK_NEIGHBOR, -49, -49, 5, 0}}});
    // In half a second the agent would be 1.5 m outside the tube, so it seeks the point 5 m further
    // along the spine.
    play((scene){"path_following",
                 "the tube and the way back",
                 {NAMED("path", "path")},
                 {true, SHEEP, 0, 1.5f, 90, 4},
                 .shown = {{POINT, DV_INK_THREAT, 0, 3.5f, 0, 0},
                           {LINE, DV_INK_THREAT, 0, 3.5f, 0, 0},
                           {POINT, DV_INK_TARGET, 5, 0, 0, 0},
                           {LINE, DV_INK_CLEAR, 0, 2, 0.3125f, 2},
                           {LINE, DV_INK_CLEAR, 0, -2, 0.3125f, -2}}});
    // 20 m before the end it thinks of stopping there, in its own lane.
    play((scene){"path_following",
                 "the tube the other way",
                 {NAMED("path", "path"), NUMBER("direction", -1)},
                 {true, SHEEP, 0, 1.5f, 90, 4},
                 .shown = {{POINT, DV_INK_TARGET, -5, 1.5f, 0, 0},
                           {LINE, DV_INK_CLEAR, 0, 2, -0.3125f, 2},
                           {LINE, DV_INK_CLEAR, 0, -2, -0.3125f, -2}}});
    play((scene){"crowd_path_following",
                 "the tube and the others",
                 {NAMED("path", "path")},
                 {true, SHEEP, 0, 1.5f, 90, 4},
                 .others = {DOG_AT(1, 1.5f, 0, 0)},
                 .shown = {{POINT, DV_INK_TARGET, 5, 0, 0, 0},
                           {CIRCLE, DV_INK_NEIGHBOR, 0, 1.5f, 2, 0},
                           {LINE, DV_INK_NEIGHBOR, 0, 1.5f, 1, 1.5f}}});
    play((scene){"climb",
                 "its sensors",
                 {NAMED("field", "scent"), NUMBER("distance", 5), NUMBER("angle", DV_PI / 2)},
                 MOVING(4),
                 .shown = {{POINT, DV_INK_CLEAR, 5, 0, 0, 0},
                           {POINT, DV_INK_CLEAR, 0, 5, 0, 0},
                           {POINT, DV_INK_CLEAR, 0, -5, 0, 0}}});
    play((scene){
        "flow_following",
        "the flow where it will be",
        {NAMED("flow", "flow")},
        MOVING(4),
        .shown = {{POINT, DV_INK_CLEAR, 2, 0, 0, 0}, {ARROW, DV_INK_TARGET, 2, 0, 2, 1.5f}}});
}

static void write_others(void) {
    // Relative motion of (−5, 5) from (10, −9): closest after 95 / 50 s.
    actor crosser = DOG_AT(10, -9, 90, 5);
    figure approach[6] = {
        {POINT, DV_INK_CLEAR, 9.5f, 0, 0, 0},      {POINT, DV_INK_THREAT, 10, 0.5f, 0, 0},
        {LINE, DV_INK_THREAT, 9.5f, 0, 10, 0.5f},  {LINE, DV_INK_THREAT, 10, -9, 10, 0.5f},
        {CIRCLE, DV_INK_THREAT, 9.5f, 0, 1.5f, 0}, {CIRCLE, DV_INK_NEIGHBOR, 0, 0, 15, 0}};
    scene crossing = {"unaligned_avoidance",
                      "both at their nearest",
                      {NUMBER("radius", 15), NUMBER("clearance", 0.5)},
                      MOVING(5),
                      .others = {crosser}};
    memcpy(crossing.shown, approach, sizeof approach);
    play(crossing);
    crossing.behavior = "people_avoidance";
    crossing.arguments[0] = (dv_argument)NUMBER("radius", 1.5);
    crossing.arguments[2] = (dv_argument)NUMBER("horizon", 3);
    crossing.shown[5] = (figure){CIRCLE, DV_INK_NEIGHBOR, 0, 0, 1.5f, 0};
    play(crossing);
    // 10 m between the bodies, which approach at 10 m/s.
    play((scene){"predictive_avoidance",
                 "where they touch",
                 {NUMBER("clearance", 0), NUMBER("radius", 20), NUMBER("angle", 2 * DV_PI)},
                 MOVING(5),
                 .others = {DOG_AT(11, 0, 180, 5)},
                 .shown = {{POINT, DV_INK_CLEAR, 5, 0, 0, 0},
                           {POINT, DV_INK_THREAT, 6, 0, 0, 0},
                           {CIRCLE, DV_INK_NEIGHBOR, 0, 0, 20, 0}}});
    play((scene){"reciprocal_avoidance",
                 "the preferred velocity when free",
                 {AT_POINT(30, 40, 0)},
                 STANDING,
                 .shown = {{POINT, DV_INK_TARGET, 3, 4, 0, 0},
                           {POINT, DV_INK_CLEAR, 3, 4, 0, 0},
                           {CIRCLE, DV_INK_NEIGHBOR, 0, 0, 5, 0}}});
    play((scene){"separation",
                 "whom it sees",
                 {NUMBER("radius", 3), NUMBER("angle", DV_PI)},
                 STANDING,
                 .others = {DOG_AT(2, 0, 0, 0), DOG_AT(-2, 0, 0, 0)},
                 .shown = {{LINE, DV_INK_NEIGHBOR, 0, 0, 2, 0},
                           {LINE, DV_INK_NEIGHBOR, 0, 0, 0, 3},
                           {LINE, DV_INK_NEIGHBOR, 0, 0, 0, -3}},
                 .absent = {{LINE, 0, 0, 0, -2, 0}}});
    play((scene){"alignment",
                 "the mean velocity",
                 {NUMBER("radius", 5)},
                 MOVING(2),
                 .others = {DOG_AT(2, 0, 90, 4), DOG_AT(0, 2, 0, 6)},
                 .shown = {{ARROW, DV_INK_TARGET, 0, 0, 1.5f, 1},
                           {CIRCLE, DV_INK_NEIGHBOR, 0, 0, 5, 0},
                           {ARROW, DV_INK_STEERING, 0, 0, 0.5f, 1}}});
    play((scene){"cohesion",
                 "the centroid",
                 {NUMBER("radius", 5)},
                 STANDING,
                 .others = {DOG_AT(4, 0, 0, 0), DOG_AT(0, 2, 0, 0)},
                 .shown = {{POINT, DV_INK_TARGET, 2, 1, 0, 0},
                           {CIRCLE, DV_INK_NEIGHBOR, 0, 0, 5, 0},
                           {LINE, DV_INK_NEIGHBOR, 0, 0, 4, 0}}});
    play((scene){"flocking",
                 "all three rules",
                 {NUMBER("separation.radius", 2), NUMBER("alignment.radius", 3),
                  NUMBER("cohesion.radius", 5)},
                 STANDING,
                 .others = {DOG_AT(4, 0, 90, 4), DOG_AT(0, 2, 0, 6)},
                 .shown = {{CIRCLE, DV_INK_NEIGHBOR, 0, 0, 2, 0},
                           {CIRCLE, DV_INK_NEIGHBOR, 0, 0, 3, 0},
                           {CIRCLE, DV_INK_NEIGHBOR, 0, 0, 5, 0},
                           {POINT, DV_INK_TARGET, 2, 1, 0, 0},
                           {ARROW, DV_INK_TARGET, 0, 0, 3, 0},
                           {LINE, DV_INK_NEIGHBOR, 0, 0, 4, 0}}});
    // 2 m/s and a horizon of 1 s: 0.5 + 0.5 + 2 m.
    play((scene){"leader_following",
                 "the place behind and the way ahead",
                 {NAMED("leader", "target"), NUMBER("offset", 2)},
                 STANDING,
                 .others = {DOG_AT(5, 0, 0, 2), SHEEP_AT(0, 1, 0, 0)},
                 .shown = {{POINT, DV_INK_TARGET, 3, 0, 0, 0},
                           {CIRCLE, DV_INK_TARGET, 3, 0, 2, 0},
                           {STRIP, DV_INK_CLEAR, 5, -1, 8, 1},
                           {LINE, DV_INK_NEIGHBOR, 0, 0, 0, 1}},
                 .absent = {{LINE, 0, 0, 0, 5, 0}}});
    play((scene){"leader_following",
                 "that it is in the way",
                 {NAMED("leader", "target")},
                 STANDING,
                 .others = {DOG_AT(-2, 0, 0, 2)},
                 .shown = {{STRIP, DV_INK_THREAT, -2, -1, 1, 1}},
                 .absent = {{POINT, 0, -4, 0, 0, 0}}});
    play((scene){
        "queueing",
        "the one ahead",
        {AT_POINT(20, 0, 0)},
        STANDING,
        .others = {SHEEP_AT(2, 0, 0, 0)},
        .shown = {{POINT, DV_INK_THREAT, 2, 0, 0, 0}, {POINT, DV_INK_TARGET, 20, 0, 0, 0}}});
}

static int write_scenes(void **state) {
    (void)state;
    write_targets();
    write_obstacles();
    write_roaming();
    write_others();
    return 0;
}

#endif
