// Terrain and hills from pictures.
#include "../png_bytes.h"
#include "../program.h"
#include "../read_script.h"
#include "reload_fixture.h"

// Red, lime, and white, 4 by 3.
static uint32_t patches(uint32_t x, uint32_t y) {
    static const char *const rows[] = {"rr.g", "rrgg", "..gr"};
    return rows[y][x] == 'r' ? 0xff0000ffu : rows[y][x] == 'g' ? 0x00ff00ffu : 0xffffffffu;
}

static uint32_t shades(uint32_t x, uint32_t y) {
    uint32_t gray = y == 0 ? x * 85 : y == 1 ? 51 : 255 - x * 85;
    return gray << 24 | gray << 16 | gray << 8 | 0xffu;
}

static uint32_t flat(uint32_t x, uint32_t y) {
    (void)x, (void)y;
    return 0x333333ffu; // 51
}

static uint32_t chess(uint32_t x, uint32_t y) { return (x + y) % 2 ? 0xffffffffu : 0x000000ffu; }

static void write_png(const fixture *f, const char *name, uint32_t width, uint32_t height,
                      uint32_t (*color)(uint32_t x, uint32_t y)) {
    static png_bytes png;
    png_make(&png, width, height, color);
    write_bytes(f, name, png.bytes, png.size);
}

static void colors_become_terrain(void **state) {
    fixture *f = *state;
    write_png(f, "map.png", 4, 3, patches);
    expect_run(f, read_script("image_ground/terrain.lua"), 1,
               "region#1\t12.0\t24.0\tmud\n"
               "region#2\t17.0\t24.0\tgrass\n" // first to the right, then down
               "region#3\t15.0\t22.0\tgrass\n"
               "region#4\t17.0\t21.0\tmud\n"
               "mud\tmud\tnil\tgrass\n"
               "mud\tmud\tgrass\tgrass\n"
               "nil\tnil\tgrass\tmud\n");
}

static void mistakes_get_a_message(void **state) {
    fixture *f = *state;
    write_png(f, "map.png", 4, 3, patches);
    write_png(f, "noise.png", 96, 96, chess);
    expect_run(f, read_script("image_ground/refused.lua"), 0,
               read_script("image_ground/refused.txt"));
}

static void pixels_become_heights(void **state) {
    fixture *f = *state;
    write_png(f, "hill.png", 4, 3, shades);
    expect_run(f, read_script("image_ground/hills.lua"), 1,
               "10\t24\t2.0\n"
               "12\t24\t5.3333334922791\n"
               "16\t20\t2.0\n"
               "11\t24\t3.6666667461395\n"
               "16\t22\t4.0\n"
               "0\t2\t0.0\n"
               "1\t2\t0.33333334326744\n"
               "3\t0\t0.0\n");
}

/// Neighbors differ by 1 of 65535.
static uint16_t slope(uint32_t x, uint32_t y, uint32_t channel) {
    (void)channel;
    return (uint16_t)(40000 + 4 * y + x);
}

static void heights_keep_sixteen_bits(void **state) {
    fixture *f = *state;
    static png_bytes png;
    png_make_16(&png, 4, 3, true, slope);
    write_bytes(f, "hill.png", png.bytes, png.size);
    expect_run(f, read_script("image_ground/sixteen_bits.lua"), 0,
               "40000.0 40001.0 40002.0 40003.0\n"
               "40004.0 40005.0 40006.0 40007.0\n"
               "40008.0 40009.0 40010.0 40011.0\n");
}

static void a_saved_one_moves_the_ground(void **state) {
    fixture *f = *state;
    write_png(f, "hill.png", 4, 3, shades);
    open_main(f, read_script("image_ground/hills.lua"));
    step(f, 1);
    write_png(f, "hill.png", 4, 3, flat);
    assert_string_equal(expect_swapped(f).changed, "hill.png");
    step(f, 1);
    const dv_world *world = dv_scenario_world(f->scenario);
    assert_float_equal(dv_agent_position(world, dv_world_agent_at(world, 0)).z, 4, 1e-6);
    assert_int_equal(dv_scenario_undo(f->scenario).outcome, DV_RELOAD_SWAPPED);
    step(f, 1);
    assert_true(fabs((double)dv_agent_position(world, dv_world_agent_at(world, 0)).z - 4) > 0.1);
}

static void definitions_are_checked(void **state) {
    fixture *f = *state;
    static const char *const cases[][2] = {
        {"height = image, resolution = 1", "resolution: an image has as many heights as pixels"},
        {"height = image, low = 'a'", "low: a number expected, got string"},
        {"height = image, high = 1/0", "high: "},
        {"height = image, channel = 'blu'", "surface 'hill': no channel 'blu' (blue?)"},
        {"height = line", "surface 'hill': height: an image of 2 by 2 pixels or more expected"},
        {"height = function() return 0 end, low = 1", "low: only for a height that is an image"},
        {"height = 3", "height: a function expected, got number"},
        {"plane = {}, high = 1", "drover.surface hill: high belongs to a height"},
    };
    write_png(f, "hill.png", 4, 3, shades);
    write_png(f, "line.png", 4, 1, flat);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char source[1024];
        snprintf(source, sizeof source,
                 HEAD "local image, line = drover.image 'hill.png', drover.image 'line.png'\n"
                      "drover.surface('hill', { %s })\n"
                      "return drover.scenario { space = 'volume', kinds = { drover.kind('ant', {}) "
                      "} }",
                 cases[i][0]);
        close_scenario(f);
        write_file(f, "main.lua", source);
        assert_null(try_open(f));
        if (!strstr(f->error.message, cases[i][1]))
            fail_msg("%s: %s", cases[i][0], f->error.message);
        assert_memory_equal(f->error.message, "main.lua:3: ", 12);
    }
}

TESTS {
    const struct CMUnitTest tests[] = {
        CASE(colors_become_terrain),   CASE(mistakes_get_a_message),
        CASE(pixels_become_heights),   CASE(a_saved_one_moves_the_ground),
        CASE(definitions_are_checked), CASE(heights_keep_sixteen_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
