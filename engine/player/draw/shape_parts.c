#include "player/draw/shape_parts.h"

#define POINTS(array) .points = (array), .count = (int)(sizeof(array) / sizeof *(array))

// Arrow, disc, and car

static const dv_pixel arrow_rim[] = {{0.5f, 0}, {-0.5f, 0.34f}, {-0.3f, 0}, {-0.5f, -0.34f}};
static const dv_pixel arrow_side[] = {{0.5f, 0}, {-0.3f, 0}, {-0.5f, -0.34f}};
static const dv_shape_part arrow[] = {
    {POINTS(arrow_rim), .fans_from_first = true, .is_body = true},
    {POINTS(arrow_side), .fans_from_first = true, .shade = -0.18f},
};

static const dv_pixel disc_rim[] = {
    {0.5f, 0},         {0.433f, 0.25f},  {0.25f, 0.433f},  {0, 0.5f},
    {-0.25f, 0.433f},  {-0.433f, 0.25f}, {-0.5f, 0},       {-0.433f, -0.25f},
    {-0.25f, -0.433f}, {0, -0.5f},       {0.25f, -0.433f}, {0.433f, -0.25f},
};
static const dv_pixel disc_front[] = {{0.4f, 0}, {0.02f, 0.2f}, {0.02f, -0.2f}};
static const dv_shape_part disc[] = {
    {POINTS(disc_rim), .fans_from_first = true, .is_body = true, .is_round = true},
    {POINTS(disc_front), .fans_from_first = true, .shade = -0.4f},
};

static const dv_pixel car_rim[] = {
    {0.5f, 0.14f},   {0.44f, 0.21f},   {-0.46f, 0.21f}, {-0.5f, 0.17f},
    {-0.5f, -0.17f}, {-0.46f, -0.21f}, {0.44f, -0.21f}, {0.5f, -0.14f},
};
static const dv_pixel windshield[] = {
    {0.24f, 0.18f}, {0.1f, 0.14f}, {0.1f, -0.14f}, {0.24f, -0.18f}};
static const dv_pixel rear_window[] = {
    {-0.28f, 0.14f}, {-0.4f, 0.16f}, {-0.4f, -0.16f}, {-0.28f, -0.14f}};
static const dv_shape_part car[] = {
    {POINTS(car_rim), .fans_from_first = true, .is_body = true},
    {POINTS(windshield), .fans_from_first = true, .shade = -0.5f},
    {POINTS(rear_window), .fans_from_first = true, .shade = -0.5f},
};

// Animals on four legs

static const dv_pixel hoofed_rim[] = {
    {0.5f, 0.035f},  {0.41f, 0.085f}, {0.27f, 0.08f},   {0.13f, 0.17f},   {-0.14f, 0.195f},
    {-0.38f, 0.16f}, {-0.5f, 0.05f},  {-0.5f, -0.05f},  {-0.38f, -0.16f}, {-0.14f, -0.195f},
    {0.13f, -0.17f}, {0.27f, -0.08f}, {0.41f, -0.085f}, {0.5f, -0.035f},
};
static const dv_pixel hoofed_back[] = {
    {0.12f, 0.05f}, {-0.36f, 0.07f}, {-0.36f, -0.07f}, {0.12f, -0.05f}};
static const dv_pixel hoofed_tail[] = {{-0.5f, 0.05f}, {-0.42f, 0}, {-0.5f, -0.05f}};
static const dv_pixel left_antler[] = {{0.36f, 0.03f}, {0.2f, 0.3f}, {0.3f, 0.03f}};
static const dv_pixel right_antler[] = {{0.36f, -0.03f}, {0.3f, -0.03f}, {0.2f, -0.3f}};
static const dv_pixel hoofed_nose[] = {{0.5f, 0.035f}, {0.43f, 0}, {0.5f, -0.035f}};
static const dv_shape_part hoofed[] = {
    {POINTS(hoofed_rim), .is_body = true, .is_round = true},
    {POINTS(hoofed_back), .fans_from_first = true, .shade = -0.14f},
    {POINTS(hoofed_tail), .fans_from_first = true, .shade = 0.6f},
    {POINTS(left_antler), .fans_from_first = true, .shade = 0.5f},
    {POINTS(right_antler), .fans_from_first = true, .shade = 0.5f},
    {POINTS(hoofed_nose), .fans_from_first = true, .shade = -0.5f},
};

static const dv_pixel wolf_rim[] = {
    {0.5f, 0.035f},   {0.41f, 0.077f},   {0.33f, 0.161f},   {0.22f, 0.133f},   {0.1f, 0.196f},
    {-0.08f, 0.147f}, {-0.22f, 0.168f},  {-0.32f, 0.063f},  {-0.42f, 0.07f},   {-0.5f, 0},
    {-0.42f, -0.07f}, {-0.32f, -0.063f}, {-0.22f, -0.168f}, {-0.08f, -0.147f}, {0.1f, -0.196f},
    {0.22f, -0.133f}, {0.33f, -0.161f},  {0.41f, -0.077f},  {0.5f, -0.035f},
};
static const dv_pixel wolf_back[] = {{0.14f, 0}, {-0.18f, 0.084f}, {-0.18f, -0.084f}};
static const dv_pixel left_ear[] = {{0.33f, 0.14f}, {0.22f, 0.126f}, {0.29f, 0.042f}};
static const dv_pixel right_ear[] = {{0.33f, -0.14f}, {0.29f, -0.042f}, {0.22f, -0.126f}};
static const dv_pixel wolf_tail[] = {{-0.42f, 0.07f}, {-0.5f, 0}, {-0.42f, -0.07f}};
static const dv_pixel wolf_nose[] = {{0.5f, 0.035f}, {0.45f, 0}, {0.5f, -0.035f}};
static const dv_shape_part wolf[] = {
    {POINTS(wolf_rim), .is_body = true},
    {POINTS(wolf_back), .fans_from_first = true, .shade = -0.3f},
    {POINTS(left_ear), .fans_from_first = true, .shade = -0.5f},
    {POINTS(right_ear), .fans_from_first = true, .shade = -0.5f},
    {POINTS(wolf_tail), .fans_from_first = true, .shade = -0.4f},
    {POINTS(wolf_nose), .fans_from_first = true, .shade = -0.7f},
};

// Fish

static const dv_pixel fish_tail[] = {
    {-0.26f, 0.03f}, {-0.5f, 0.18f}, {-0.42f, 0}, {-0.5f, -0.18f}, {-0.26f, -0.03f}};
static const dv_pixel left_fin[] = {{0.2f, 0.1f}, {-0.04f, 0.28f}, {0, 0.1f}};
static const dv_pixel right_fin[] = {{0.2f, -0.1f}, {0, -0.1f}, {-0.04f, -0.28f}};
static const dv_pixel fish_rim[] = {
    {0.5f, 0},        {0.42f, 0.085f},  {0.24f, 0.15f},  {0.04f, 0.15f},
    {-0.16f, 0.09f},  {-0.31f, 0.035f}, {-0.34f, 0},     {-0.31f, -0.035f},
    {-0.16f, -0.09f}, {0.04f, -0.15f},  {0.24f, -0.15f}, {0.42f, -0.085f},
};
static const dv_pixel fish_back[] = {{0.28f, 0},  {0.14f, 0.055f},  {-0.08f, 0.04f},
                                     {-0.26f, 0}, {-0.08f, -0.04f}, {0.14f, -0.055f}};
static const dv_pixel left_eye[] = {
    {0.43f, 0.065f}, {0.395f, 0.1f}, {0.36f, 0.065f}, {0.395f, 0.035f}};
static const dv_pixel right_eye[] = {
    {0.43f, -0.065f}, {0.395f, -0.035f}, {0.36f, -0.065f}, {0.395f, -0.1f}};
static const dv_shape_part fish[] = {
    {POINTS(fish_tail), .hub = {-0.35f, 0}, .is_body = true, .shade = -0.2f, .gait = DV_GAIT_TAIL},
    {POINTS(left_fin), .fans_from_first = true, .is_body = true, .shade = 0.35f},
    {POINTS(right_fin), .fans_from_first = true, .is_body = true, .shade = 0.35f},
    {POINTS(fish_rim), .is_body = true, .is_round = true, .gait = DV_GAIT_TAIL},
    {POINTS(fish_back), .fans_from_first = true, .is_round = true, .shade = -0.25f,
     .gait = DV_GAIT_TAIL},
    {POINTS(left_eye), .fans_from_first = true, .is_round = true, .shade = -0.8f},
    {POINTS(right_eye), .fans_from_first = true, .is_round = true, .shade = -0.8f},
};

// Bird

static const dv_pixel left_wing[] = {{0.15f, 0.04f},  {0.2f, 0.16f},   {0.14f, 0.3f},
                                     {0.02f, 0.42f},  {-0.12f, 0.5f},  {-0.12f, 0.5f},
                                     {-0.03f, 0.33f}, {-0.06f, 0.18f}, {-0.1f, 0.04f}};
static const dv_pixel right_wing[] = {{-0.1f, -0.04f}, {-0.06f, -0.18f}, {-0.03f, -0.33f},
                                      {-0.12f, -0.5f}, {-0.12f, -0.5f},  {0.02f, -0.42f},
                                      {0.14f, -0.3f},  {0.2f, -0.16f},   {0.15f, -0.04f}};
static const dv_pixel left_tip[] = {{0.02f, 0.42f}, {-0.12f, 0.5f}, {-0.055f, 0.39f}};
static const dv_pixel right_tip[] = {{-0.055f, -0.39f}, {-0.12f, -0.5f}, {0.02f, -0.42f}};
static const dv_pixel bird_tail[] = {
    {-0.2f, 0.04f}, {-0.5f, 0.11f}, {-0.46f, 0.0f}, {-0.5f, -0.11f}, {-0.2f, -0.04f}};
static const dv_pixel bird_rim[] = {{0.43f, 0.0f},   {0.39f, 0.06f},   {0.29f, 0.07f},
                                    {0.12f, 0.095f}, {-0.1f, 0.075f},  {-0.3f, 0.03f},
                                    {-0.3f, -0.03f}, {-0.1f, -0.075f}, {0.12f, -0.095f},
                                    {0.29f, -0.07f}, {0.39f, -0.06f}};
static const dv_pixel beak[] = {{0.4f, 0.05f}, {0.53f, 0}, {0.4f, -0.05f}};
static const dv_shape_part bird[] = {
    {POINTS(bird_tail), .hub = {-0.33f, 0}, .is_body = true, .shade = -0.2f},
    {POINTS(left_wing), .hub = {0.06f, 0.2f}, .is_body = true, .is_round = true, .shade = -0.12f,
     .gait = DV_GAIT_WINGS},
    {POINTS(right_wing), .hub = {0.06f, -0.2f}, .is_body = true, .is_round = true, .shade = -0.12f,
     .gait = DV_GAIT_WINGS},
    {POINTS(left_tip), .fans_from_first = true, .shade = -0.5f, .gait = DV_GAIT_WINGS},
    {POINTS(right_tip), .fans_from_first = true, .shade = -0.5f, .gait = DV_GAIT_WINGS},
    {POINTS(bird_rim), .is_body = true, .is_round = true},
    {POINTS(beak), .fans_from_first = true, .color = 0xf0a030ffu},
};

// Person

static const dv_pixel left_foot[] = {{0.17f, 0.13f},  {0.17f, 0.19f},  {0.06f, 0.24f},
                                     {-0.12f, 0.23f}, {-0.12f, 0.09f}, {0.06f, 0.08f}};
static const dv_pixel right_foot[] = {{0.17f, -0.19f},  {0.17f, -0.13f},  {0.06f, -0.08f},
                                      {-0.12f, -0.09f}, {-0.12f, -0.23f}, {0.06f, -0.24f}};
static const dv_pixel left_hand[] = {{0.07f, 0.4f},  {0.04f, 0.455f}, {-0.04f, 0.455f},
                                     {-0.07f, 0.4f}, {-0.03f, 0.35f}, {0.04f, 0.35f}};
static const dv_pixel right_hand[] = {{0.04f, -0.35f},   {-0.03f, -0.35f}, {-0.07f, -0.4f},
                                      {-0.04f, -0.455f}, {0.04f, -0.455f}, {0.07f, -0.4f}};
static const dv_pixel shoulders[] = {
    {0.17f, 0},      {0.18f, 0.2f},   {0.14f, 0.38f},  {0.02f, 0.48f},
    {-0.1f, 0.43f},  {-0.17f, 0.22f}, {-0.19f, 0},     {-0.17f, -0.22f},
    {-0.1f, -0.43f}, {0.02f, -0.48f}, {0.14f, -0.38f}, {0.18f, -0.2f},
};
static const dv_pixel head[] = {
    {0.25f, 0},  {0.19f, 0.15f},   {0.04f, 0.21f},  {-0.11f, 0.15f},
    {-0.17f, 0}, {-0.11f, -0.15f}, {0.04f, -0.21f}, {0.19f, -0.15f},
};
static const dv_pixel face[] = {{0.27f, 0}, {0.2f, 0.14f},  {0.1f, 0.17f},
                                {0.12f, 0}, {0.1f, -0.17f}, {0.2f, -0.14f}};
static const dv_shape_part person[] = {
    {POINTS(left_foot), .is_round = true, .hub = {0.02f, 0.16f}, .is_body = true, .shade = -0.6f,
     .gait = DV_GAIT_LEFT},
    {POINTS(right_foot), .is_round = true, .hub = {0.02f, -0.16f}, .is_body = true, .shade = -0.6f,
     .gait = DV_GAIT_RIGHT},
    {POINTS(left_hand), .is_round = true, .hub = {0, 0.4f}, .is_body = true, .shade = 0.4f,
     .gait = DV_GAIT_RIGHT},
    {POINTS(right_hand), .is_round = true, .hub = {0, -0.4f}, .is_body = true, .shade = 0.4f,
     .gait = DV_GAIT_LEFT},
    {POINTS(shoulders), .is_body = true, .is_round = true, .gait = DV_GAIT_TURN},
    {POINTS(head), .hub = {0.04f, 0}, .is_body = true, .is_round = true, .shade = -0.62f},
    {POINTS(face), .is_round = true, .hub = {0.17f, 0}, .shade = 0.5f},
};

// Tree and house

static const dv_pixel crown[] = {
    {0.5f, 0.03f},    {0.43f, 0.19f},   {0.36f, 0.33f},  {0.17f, 0.4f},
    {0.02f, 0.5f},    {-0.15f, 0.43f},  {-0.32f, 0.37f}, {-0.39f, 0.2f},
    {-0.5f, 0.04f},   {-0.43f, -0.13f}, {-0.41f, -0.3f}, {-0.22f, -0.38f},
    {-0.07f, -0.49f}, {0.1f, -0.42f},   {0.29f, -0.4f},  {0.37f, -0.2f},
};
static const dv_pixel middle_leaves[] = {
    {0.34f, 0.04f},  {0.25f, 0.19f},  {0.1f, 0.26f},    {-0.04f, 0.34f},
    {-0.2f, 0.25f},  {-0.27f, 0.09f}, {-0.34f, -0.07f}, {-0.22f, -0.21f},
    {-0.08f, -0.3f}, {0.08f, -0.27f}, {0.24f, -0.24f},  {0.29f, -0.1f},
};
static const dv_pixel top_leaves[] = {
    {0.18f, 0.02f},   {0.1f, 0.14f},    {-0.04f, 0.17f}, {-0.15f, 0.08f},
    {-0.17f, -0.06f}, {-0.06f, -0.16f}, {0.08f, -0.14f},
};
static const dv_shape_part tree[] = {
    {POINTS(crown), .is_body = true, .is_round = true, .shade = -0.16f},
    {POINTS(middle_leaves), .is_body = true, .is_round = true, .shade = 0.06f, .lifted = 0.07f},
    {POINTS(top_leaves), .is_round = true, .shade = 0.24f, .lifted = 0.14f},
};

static const dv_pixel eaves[] = {{0.5f, 0.36f}, {-0.5f, 0.36f}, {-0.5f, -0.36f}, {0.5f, -0.36f}};
static const dv_pixel left_roof[] = {{0.5f, 0.36f}, {-0.5f, 0.36f}, {-0.22f, 0}, {0.22f, 0}};
static const dv_pixel right_roof[] = {{0.5f, -0.36f}, {0.22f, 0}, {-0.22f, 0}, {-0.5f, -0.36f}};
static const dv_pixel front_roof[] = {{0.5f, 0.36f}, {0.22f, 0}, {0.5f, -0.36f}};
static const dv_pixel back_roof[] = {{-0.5f, 0.36f}, {-0.5f, -0.36f}, {-0.22f, 0}};
static const dv_pixel chimney[] = {
    {-0.04f, 0.18f}, {-0.16f, 0.18f}, {-0.16f, 0.07f}, {-0.04f, 0.07f}};
static const dv_pixel flue[] = {{-0.07f, 0.15f}, {-0.13f, 0.15f}, {-0.13f, 0.1f}, {-0.07f, 0.1f}};
static const dv_shape_part house[] = {
    {POINTS(eaves), .fans_from_first = true, .is_body = true},
    {POINTS(left_roof), .fans_from_first = true, .is_body = true, .slope = {0, 0.3f}},
    {POINTS(right_roof), .fans_from_first = true, .is_body = true, .slope = {0, -0.3f}},
    {POINTS(front_roof), .fans_from_first = true, .is_body = true, .slope = {0.3f, 0}},
    {POINTS(back_roof), .fans_from_first = true, .is_body = true, .slope = {-0.3f, 0}},
    {POINTS(chimney), .fans_from_first = true, .shade = -0.45f},
    {POINTS(flue), .fans_from_first = true, .shade = -0.8f},
};

#define PARTS(array) .parts = (array), .count = (int)(sizeof(array) / sizeof *(array))

static const dv_shape_parts shapes[] = {
    [DV_SHAPE_ARROW] = {PARTS(arrow), .height = 0.08f},
    [DV_SHAPE_DISC] = {PARTS(disc), .height = 0.12f},
    [DV_SHAPE_HOOFED] = {PARTS(hoofed), .height = 0.12f},
    [DV_SHAPE_WOLF] = {PARTS(wolf), .height = 0.1f},
    [DV_SHAPE_CAR] = {PARTS(car), .height = 0.08f},
    [DV_SHAPE_FISH] = {PARTS(fish), .beats = 2, .height = 0.14f},
    [DV_SHAPE_BIRD] = {PARTS(bird), .beats = 2.5f, .height = 0.3f},
    [DV_SHAPE_PERSON] = {PARTS(person), .beats = 1, .height = 0.22f},
    [DV_SHAPE_TREE] = {PARTS(tree), .height = 0.2f},
    [DV_SHAPE_HOUSE] = {PARTS(house), .height = 0.12f},
};

const dv_shape_parts *dv_parts_of(dv_shape shape) { return &shapes[shape]; }
