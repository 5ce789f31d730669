#include "player/draw/raster.h"

void dv_raster_free(dv_raster *raster) {
    if (raster->texture)
        SDL_DestroyTexture(raster->texture);
    dv_filler_free(raster->filler);
    *raster = (dv_raster){0};
}

static bool is_software(SDL_Renderer *renderer) {
    SDL_RendererInfo info;
    return SDL_GetRendererInfo(renderer, &info) == 0 && info.flags & SDL_RENDERER_SOFTWARE;
}

static bool make_texture(dv_raster *raster, SDL_Renderer *renderer, int width, int height) {
    if (raster->texture && raster->renderer == renderer && raster->area.width == width &&
        raster->area.height == height)
        return true;
    if (raster->texture)
        SDL_DestroyTexture(raster->texture);
    raster->renderer = renderer;
    raster->area = (dv_pixels){.width = width, .height = height};
    raster->texture = SDL_CreateTexture(renderer, SDL_PIXELFORMAT_RGB888,
                                        SDL_TEXTUREACCESS_STREAMING, width, height);
    return raster->texture && SDL_SetTextureBlendMode(raster->texture, SDL_BLENDMODE_NONE) == 0;
}

bool dv_raster_begin(dv_raster *raster, SDL_Renderer *renderer, int width, int height) {
    void *pixels;
    int bytes;
    if (!is_software(renderer) || !make_texture(raster, renderer, width, height) ||
        SDL_LockTexture(raster->texture, NULL, &pixels, &bytes) != 0)
        return false;
    raster->area.pixels = pixels;
    raster->area.stride = bytes / (int)sizeof(uint32_t);
    return true;
}

static bool fill_smooth(dv_raster *raster, const SDL_Vertex *corners, uint32_t count) {
    if (!raster->filler)
        raster->filler = dv_filler_create();
    return raster->filler && dv_fill_smooth(&raster->area, raster->filler, corners, count);
}

dv_result dv_raster_draw(dv_raster *raster, dv_batch *batch) {
    uint32_t first = 0; // of the item's corners; a batch of sprites has none
    bool complete = !batch->failed;
    for (uint32_t i = 0; i < batch->item_count; i++) {
        const dv_batch_item *item = &batch->items[i];
        if (item->corners == 0)
            dv_fill_sprite(&raster->area, &item->sprite, item->x, item->y);
        else if (item->texture)
            for (uint32_t corner = 0; corner < item->corners; corner += 3)
                dv_fill_texture(&raster->area, &batch->vertices[first + corner], item->texture,
                                item->use);
        else if (!item->sharp)
            complete &= fill_smooth(raster, &batch->vertices[first], item->corners);
        else
            for (uint32_t corner = 0; corner < item->corners; corner += 3)
                dv_fill_sharp(&raster->area, &batch->vertices[first + corner]);
        first += item->corners;
    }
    dv_batch_clear(batch);
    return complete ? DV_OK : DV_ERROR_MEMORY;
}

void dv_raster_end(dv_raster *raster) {
    SDL_UnlockTexture(raster->texture);
    raster->area.pixels = NULL;
    SDL_RenderCopy(raster->renderer, raster->texture, NULL, NULL);
}
