// Half-spaces are added one after another. If the best velocity so far satisfies the next one, it
// stays the best. If not, the best lies on the boundary of that half-space: the same problem with
// one dimension less, down to an interval on a line. See van den Berg et al. 2011, section 5.
#include "steering/behaviors/velocity_program.h"

#include "base/math.h"

#define PARALLEL 1e-9 ///< sine below which boundaries count as parallel
#define TOLERANCE 1e-9

typedef struct problem {
    uint32_t dimensions;
    uint32_t count;
    dv_half_space spaces[DV_MAX_HALF_SPACES];
    double goal[3];
    bool is_direction; ///< the goal is a direction to go furthest in, not a velocity
    double cap;
} problem;

static double dot_product(const double *a, const double *b, uint32_t dimensions) {
    double sum = 0;
    for (uint32_t i = 0; i < dimensions; i++)
        sum += a[i] * b[i];
    return sum;
}

static double length_of(const double *v, uint32_t dimensions) {
    return sqrt(dot_product(v, v, dimensions));
}

static void copy_vector(double *to, const double *from, uint32_t dimensions) {
    for (uint32_t i = 0; i < dimensions; i++)
        to[i] = from[i];
}

/// The goal itself, or the point on the way to it where the cap ends.
static void unhindered_best(const problem *p, double *best) {
    double length = length_of(p->goal, p->dimensions);
    bool is_cut = length > p->cap || (p->is_direction && length > TOLERANCE);
    for (uint32_t i = 0; i < p->dimensions; i++)
        best[i] = is_cut ? p->goal[i] / length * p->cap : p->is_direction ? 0 : p->goal[i];
}

/// Unit vectors that span the boundary of a half-space.
static void span_boundary(const double *normal, uint32_t dimensions, double axes[2][3]) {
    if (dimensions == 2) {
        axes[0][0] = -normal[1];
        axes[0][1] = normal[0];
        return;
    }
    // Perpendicular to the coordinate axis along which the normal is shortest.
    uint32_t least = 0;
    for (uint32_t i = 1; i < 3; i++)
        least = fabs(normal[i]) < fabs(normal[least]) ? i : least;
    uint32_t next = (least + 1) % 3, last = (least + 2) % 3;
    double length = sqrt(normal[next] * normal[next] + normal[last] * normal[last]);
    axes[0][least] = 0;
    axes[0][next] = -normal[last] / length;
    axes[0][last] = normal[next] / length;
    axes[1][0] = normal[1] * axes[0][2] - normal[2] * axes[0][1];
    axes[1][1] = normal[2] * axes[0][0] - normal[0] * axes[0][2];
    axes[1][2] = normal[0] * axes[0][1] - normal[1] * axes[0][0];
}

/// Add a half-space, intersected with the boundary. False when it excludes the whole boundary.
static bool cut_by_boundary(problem *cut, const dv_half_space *boundary, double axes[2][3],
                            const dv_half_space *space, uint32_t dimensions) {
    dv_half_space *seen = &cut->spaces[cut->count];
    for (uint32_t i = 0; i < cut->dimensions; i++)
        seen->normal[i] = dot_product(space->normal, axes[i], dimensions);
    seen->bound =
        space->bound - dot_product(space->normal, boundary->normal, dimensions) * boundary->bound;
    double length = length_of(seen->normal, cut->dimensions);
    if (length < PARALLEL)
        return seen->bound <= TOLERANCE * (1 + fabs(space->bound));
    for (uint32_t i = 0; i < cut->dimensions; i++)
        seen->normal[i] /= length;
    seen->bound /= length;
    cut->count++;
    return true;
}

/// The problem on the boundary of half-space `which`, with the half-spaces before it. False when
/// nothing is allowed there.
static bool cut_problem(const problem *p, uint32_t which, double axes[2][3], problem *cut) {
    const dv_half_space *boundary = &p->spaces[which];
    double rest = p->cap * p->cap - boundary->bound * boundary->bound;
    if (!(rest >= 0))
        return false;
    cut->dimensions = p->dimensions - 1;
    cut->count = 0;
    cut->cap = sqrt(rest);
    cut->is_direction = p->is_direction;
    span_boundary(boundary->normal, p->dimensions, axes);
    for (uint32_t i = 0; i < cut->dimensions; i++)
        cut->goal[i] = dot_product(p->goal, axes[i], p->dimensions);
    for (uint32_t i = 0; i < which; i++)
        if (!cut_by_boundary(cut, boundary, axes, &p->spaces[i], p->dimensions))
            return false;
    return true;
}

/// On a line, every half-space leaves an interval.
static bool solve_line(const problem *p, double *best) {
    double low = -p->cap, high = p->cap;
    for (uint32_t i = 0; i < p->count; i++) {
        double end = p->spaces[i].bound / p->spaces[i].normal[0];
        if (p->spaces[i].normal[0] > 0)
            low = dv_greater(low, end);
        else
            high = dv_lesser(high, end);
    }
    if (low > high)
        return false;
    double goal = p->goal[0];
    if (p->is_direction)
        goal = goal > TOLERANCE ? high : goal < -TOLERANCE ? low : 0;
    best[0] = dv_greater(low, dv_lesser(high, goal));
    return true;
}

static bool is_allowed(const problem *p, uint32_t which, const double *velocity) {
    const dv_half_space *space = &p->spaces[which];
    double past = dot_product(space->normal, velocity, p->dimensions) - space->bound;
    return past >= -TOLERANCE * (1 + fabs(space->bound));
}

static bool solve_program(const problem *p, double *best, uint32_t *failed);

static bool solve_on_boundary(const problem *p, uint32_t which, double *best) {
    double axes[2][3], on_boundary[3];
    uint32_t failed;
    problem cut;
    if (!cut_problem(p, which, axes, &cut) || !solve_program(&cut, on_boundary, &failed))
        return false;
    for (uint32_t i = 0; i < p->dimensions; i++) {
        best[i] = p->spaces[which].normal[i] * p->spaces[which].bound;
        for (uint32_t j = 0; j < cut.dimensions; j++)
            best[i] += axes[j][i] * on_boundary[j];
    }
    return true;
}

/// Returns false when nothing is allowed; `failed` is then the first half-space that leaves
/// nothing, and `best` is the solution for those before it.
static bool solve_program(const problem *p, double *best, uint32_t *failed) {
    *failed = 0;
    if (p->dimensions == 1)
        return solve_line(p, best);
    unhindered_best(p, best);
    for (uint32_t i = 0; i < p->count; i++) {
        double before[3];
        if (is_allowed(p, i, best))
            continue;
        copy_vector(before, best, p->dimensions);
        if (!solve_on_boundary(p, i, best)) {
            copy_vector(best, before, p->dimensions);
            *failed = i;
            return false;
        }
    }
    return true;
}

/// The half-space in which `other` is violated less than `which`; on its boundary, both are
/// violated equally. False when both are violated equally everywhere.
static bool bisect_half_spaces(const problem *p, uint32_t which, uint32_t other,
                               dv_half_space *middle) {
    const dv_half_space *a = &p->spaces[which], *b = &p->spaces[other];
    for (uint32_t i = 0; i < p->dimensions; i++)
        middle->normal[i] = b->normal[i] - a->normal[i];
    double length = length_of(middle->normal, p->dimensions);
    if (length < PARALLEL)
        return false;
    for (uint32_t i = 0; i < p->dimensions; i++)
        middle->normal[i] /= length;
    middle->bound = (b->bound - a->bound) / length;
    return true;
}

/// Starting at the first space that failed, reduce the greatest violation: solve another program
/// each time a space is violated more than those before it.
static void violate_least(const problem *p, uint32_t firm, uint32_t failed, double *best) {
    double worst = 0;
    for (uint32_t i = failed > firm ? failed : firm; i < p->count; i++) {
        const dv_half_space *space = &p->spaces[i];
        double violation = space->bound - dot_product(space->normal, best, p->dimensions);
        if (violation <= worst + TOLERANCE)
            continue;
        problem least;
        least.dimensions = p->dimensions;
        least.count = 0;
        least.is_direction = true;
        least.cap = p->cap;
        copy_vector(least.goal, space->normal, p->dimensions);
        for (; least.count < firm; least.count++)
            least.spaces[least.count] = p->spaces[least.count];
        for (uint32_t j = firm; j < i; j++)
            least.count += bisect_half_spaces(p, i, j, &least.spaces[least.count]);
        double candidate[3];
        uint32_t none;
        if (solve_program(&least, candidate, &none))
            copy_vector(best, candidate, p->dimensions);
        worst = space->bound - dot_product(space->normal, best, p->dimensions);
    }
}

void dv_nearest_velocity(const dv_half_space *spaces, uint32_t count, uint32_t firm,
                         const double preferred[3], double cap, uint32_t dimensions,
                         double best[3]) {
    problem p; // Not cleared: the half-spaces are many, and only `count` of them are read.
    p.dimensions = dimensions;
    p.count = count;
    p.is_direction = false;
    p.cap = cap;
    copy_vector(p.goal, preferred, dimensions);
    for (uint32_t i = 0; i < count; i++)
        p.spaces[i] = spaces[i];
    best[2] = 0;
    uint32_t failed;
    if (!solve_program(&p, best, &failed))
        violate_least(&p, firm, failed, best);
}
