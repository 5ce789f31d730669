// Lines, pictures, and text in Dear ImGui; see gui_plot.h.
#include "player/gui/gui_plot.h"

#include "player/gui/gui_private.h"

#include <cmath>

namespace {

ImDrawList *list() { return ImGui::GetWindowDrawList(); }

dv_gui_area take(const char *id, ImVec2 corner, ImVec2 size) {
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    dv_gui_area area = {corner.x, corner.y, size.x, size.y, mouse.x, mouse.y, false, false, false};
    if (size.x < 1 || size.y < 1)
        return area;
    ImGui::InvisibleButton(id, size);
    area.is_hovered = ImGui::IsItemHovered();
    area.is_held = ImGui::IsItemActive();
    area.is_pressed = ImGui::IsItemActivated();
    return area;
}

} // namespace

dv_gui_area dv_gui_area_take(const char *id, float height) {
    const dv_gui_area area =
        take(id, ImGui::GetCursorScreenPos(), ImVec2(ImGui::GetContentRegionAvail().x, height));
    dv_gui_record(id, 1);
    return area;
}

dv_gui_area dv_gui_strip_begin(const char *name, float x, float y, float width, float height,
                               uint32_t color) {
    ImGui::SetNextWindowPos(ImVec2(x, y));
    ImGui::SetNextWindowSize(ImVec2(width, height));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(0, 0));
    ImGui::PushStyleColor(ImGuiCol_WindowBg, dv_gui_packed(color));
    ImGui::Begin(name, nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoNav |
                     ImGuiWindowFlags_NoBringToFrontOnFocus);
    ImGui::PopStyleVar();
    ImGui::PopStyleColor();
    dv_gui_record_panel(name);
    return take("area", ImVec2(x, y), ImVec2(width, height));
}

void dv_gui_strip_end(void) { ImGui::End(); }

void dv_gui_rectangle(float left, float top, float right, float bottom, uint32_t color) {
    list()->AddRectFilled(ImVec2(left, top), ImVec2(right, bottom), dv_gui_packed(color));
}

void dv_gui_triangle(float x0, float y0, float x1, float y1, float x2, float y2, uint32_t color) {
    list()->AddTriangleFilled(ImVec2(x0, y0), ImVec2(x1, y1), ImVec2(x2, y2), dv_gui_packed(color));
}

void dv_gui_curve(const float *points, uint32_t count, float width, uint32_t color) {
    static_assert(sizeof(ImVec2) == 2 * sizeof(float), "a point is two floats");
    list()->AddPolyline(reinterpret_cast<const ImVec2 *>(points), (int)count, dv_gui_packed(color),
                        0, width);
}

void dv_gui_text_at(float x, float y, float align, uint32_t color, const char *text) {
    const float width = align > 0 ? ImGui::CalcTextSize(text).x : 0;
    dv_gui_want_letters(text);
    list()->AddText(ImVec2(std::floor(x - align * width), std::floor(y)), dv_gui_packed(color),
                    text);
}

float dv_gui_text_width(const char *text) { return ImGui::CalcTextSize(text).x; }

float dv_gui_text_height(void) { return ImGui::GetTextLineHeight(); }

void dv_gui_hint_begin(float x, float y) {
    // With a width, because values on the right need to know where the right is.
    ImGui::SetNextWindowSize(ImVec2(18 * ImGui::GetFontSize(), 0));
    ImGui::SetNextWindowPos(ImVec2(x, y), ImGuiCond_Always,
                            ImVec2(x / ImGui::GetIO().DisplaySize.x, 1));
    ImGui::BeginTooltip();
    dv_gui_record_pause(true);
}

void dv_gui_hint_end(void) {
    ImGui::EndTooltip();
    dv_gui_record_pause(false);
}

bool dv_gui_picture_set(dv_gui_picture *picture, int width, int height, const uint32_t *pixels) {
    SDL_Renderer *renderer = static_cast<SDL_Renderer *>(ImGui::GetIO().BackendRendererUserData);
    if (picture->width != width || picture->height != height) {
        dv_gui_picture_free(picture);
        picture->texture = SDL_CreateTexture(renderer, SDL_PIXELFORMAT_RGBA8888,
                                             SDL_TEXTUREACCESS_STREAMING, width, height);
        SDL_SetTextureBlendMode(picture->texture, SDL_BLENDMODE_NONE);
        picture->width = width;
        picture->height = height;
    }
    return picture->texture &&
           SDL_UpdateTexture(picture->texture, nullptr, pixels, width * (int)sizeof *pixels) == 0;
}

void dv_gui_picture_show(const dv_gui_picture *picture, float x, float y) {
    if (picture->texture)
        list()->AddImage(picture->texture, ImVec2(x, y),
                         ImVec2(x + (float)picture->width, y + (float)picture->height));
}

void dv_gui_picture_free(dv_gui_picture *picture) {
    if (picture->texture)
        SDL_DestroyTexture(picture->texture);
    *picture = dv_gui_picture{};
}
