// Shared by tests of annotations: scenes of an agent among others and obstacles, and a search for
// strokes in what it draws. Bodies have a radius of 0.5 m and a top speed of 10 m/s, so figures
// without a length of their own have a unit of 5 m, and velocities are drawn at half their length.
#ifndef DV_TESTS_ANNOTATION_WORLD_H
#define DV_TESTS_ANNOTATION_WORLD_H

#include "behavior_world.h"

#include "steering/inks.h"

#define EXACT 2e-3f

typedef enum figure_kind { NOTHING, POINT, CIRCLE, LINE, ARROW, STRIP } figure_kind;

/// An expected stroke.
typedef struct figure {
    figure_kind kind;
    uint32_t ink; ///< 0: any color
    float x, y;   ///< a point, a center, or the start
    float a, b;   ///< radius; or the end; for a strip, the opposite corner
} figure;

typedef struct actor {
    bool is_there;
    uint32_t kind;
    float x, y, heading /* degrees */, speed;
} actor;

typedef struct rock {
    dv_obstacle_shape shape;
    float x, y, radius, width, depth; ///< all 0: no obstacle
} rock;

/// The agent is a sheep. `others` are the agents it reacts to; its slot `target` holds the first.
typedef struct scene {
    const char *behavior, *what;
    dv_argument arguments[5];
    actor agent, others[2];
    rock rock;
    figure shown[6], absent[2];
} scene;

#define DOG_AT(...)                                                                                \
    { true, DOG, __VA_ARGS__ }
#define SHEEP_AT(...)                                                                              \
    { true, SHEEP, __VA_ARGS__ }
#define PLACED(name, x, y)                                                                         \
    { name, dv_value_point((dv_vec3){x, y, 0}) }
#define NAMED(name, slot)                                                                          \
    { name, dv_value_name(slot) }
#define STANDING                                                                                   \
    { true, SHEEP, 0, 0, 0, 0 }
#define MOVING(speed)                                                                              \
    { true, SHEEP, 0, 0, 0, speed }

static inline dv_agent place(lab *l, const actor *a) {
    return lab_spawn(l, a->kind, dv_vec(a->x, a->y, 0), a->heading, a->speed);
}

/// Place the agents and run one tick. Annotations then refer to their positions before the tick.
static inline lab stage(const scene *s, dv_agent *agent) {
    uint32_t count = 0;
    while (s->arguments[count].name)
        count++;
    dv_steering *steering = lab_make(s->behavior, s->arguments, count);
    lab l = lab_open_with(lab_def(), (lab_kinds){.steer = steering, .locomotion = "fixed"});
    dv_steering_release(steering);
    *agent = place(&l, &s->agent);
    for (int i = 0; i < 2 && s->others[i].is_there; i++) {
        dv_agent other = place(&l, &s->others[i]);
        if (i == 0)
            lab_aim(&l, *agent, other);
    }
    dv_obstacle obstacle;
    dv_obstacle_def def = {.shape = s->rock.shape,
                           .position = {s->rock.x, s->rock.y, 0},
                           .radius = s->rock.radius,
                           .width = s->rock.width,
                           .depth = s->rock.depth};
    if (s->rock.radius > 0 || s->rock.width > 0)
        assert_int_equal(dv_obstacle_create(l.world, &def, &obstacle, &l.error), DV_OK);
    const dv_vec3 spine[] = {{-20, 0, 0}, {40, 0, 0}};
    dv_flow flow = lab_flow(&l);
    assert_int_equal(dv_flow_set(l.world, flow, dv_vec(2, 0, 0), dv_vec(0, 3, 0), NULL), DV_OK);
    lab_fill(&l, *agent, SLOT_PATH, lab_path(&l, spine, 2, 2, false, false).bits);
    lab_fill(&l, *agent, SLOT_FLOW, flow.bits);
    lab_step(&l);
    return l;
}

static inline bool is_at(dv_vec3 p, float x, float y) {
    return dv_length(dv_subtract(p, dv_vec(x, y, 0))) <= EXACT;
}

static inline bool joins(const dv_stroke *s, const figure *f) {
    return (is_at(s->points[0], f->x, f->y) && is_at(s->points[1], f->a, f->b)) ||
           (s->shape == DV_STROKE_LINE && is_at(s->points[1], f->x, f->y) &&
            is_at(s->points[0], f->a, f->b));
}

static inline bool spans(const dv_stroke *s, const figure *f) {
    bool has_first = false, has_last = false;
    for (uint32_t i = 0; i < s->point_count; i++) {
        has_first |= is_at(s->points[i], f->x, f->y);
        has_last |= is_at(s->points[i], f->a, f->b);
    }
    return has_first && has_last;
}

static inline bool is_drawn_by(const dv_stroke *s, const figure *f) {
    if (f->ink != 0 && s->pen.color != f->ink)
        return false;
    switch (f->kind) {
    case POINT:
        return s->shape == DV_STROKE_CIRCLE && s->pen.fills && is_at(s->points[0], f->x, f->y);
    case CIRCLE:
        return s->shape == DV_STROKE_CIRCLE && !s->pen.fills && is_at(s->points[0], f->x, f->y) &&
               fabsf(s->radius - f->a) <= EXACT;
    case LINE:
        return s->shape == DV_STROKE_LINE && joins(s, f);
    case ARROW:
        return s->shape == DV_STROKE_ARROW && joins(s, f);
    case STRIP:
        return s->shape == DV_STROKE_POLYGON && s->point_count == 4 && spans(s, f);
    default:
        return false;
    }
}

static inline bool is_drawn(const dv_sketch *sketch, const figure *f) {
    for (uint32_t i = 0; i < dv_sketch_count(sketch); i++) {
        dv_stroke stroke = dv_sketch_stroke(sketch, i);
        if (is_drawn_by(&stroke, f))
            return true;
    }
    return false;
}

/// Whether a stroke of this kind, color, and size was drawn.
#define SHOWS(sketch, ...) is_drawn(sketch, &(const figure){__VA_ARGS__})

static inline dv_sketch *think(lab *l, dv_agent agent) {
    dv_sketch *sketch = dv_sketch_create();
    assert_non_null(sketch);
    assert_int_equal(dv_agent_annotate(l->world, agent, sketch, &l->error), DV_OK);
    assert_true(dv_sketch_complete(sketch));
    return sketch;
}

#endif
