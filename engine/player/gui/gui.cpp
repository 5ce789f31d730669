// Sets up Dear ImGui, provides the widgets, and draws them with SDL_RenderGeometryRaw.
#include "player/gui/gui.h"

#include <backends/imgui_impl_sdl.h>
#include <imgui.h>
#include <imgui_internal.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>

extern "C" {
#include "base/alloc.h"
#include "base/result.h"
}

#include "player/gui/gui_private.h"
#include "player/gui/palette.h"
#include "player/options/theme.h"

struct dv_gui {
    ImGuiContext *context;
    SDL_Window *window; // NULL: for a picture
    SDL_Renderer *renderer;
    SDL_Texture *font;
    bool plain; // SDL's software renderer: fast only for opaque triangles and copies
    dv_gui_fonts fonts;
    dv_gui_letters letters;
    float scale;
    dv_gui_sections *sections; // NULL: Dear ImGui keeps which are open
    dv_widgets widgets;        // as they were last recorded
    uint32_t asked;            // frames in which they are still to be recorded
    int width, height;         // pixels, of the last frame
    float ratio = 1;           // pixels per unit of the desktop
    // The input as of the last event. SDL's own state is already that of the newest event, which
    // may still be waiting.
    int mouse_x, mouse_y; // units of the desktop
    bool is_mouse_here;
    uint32_t buttons;  // held, as SDL_BUTTON(…)
    bool owns_buttons; // the first of them was pressed over a panel
    // What the panels have not seen yet. Debian's Dear ImGui 1.86 has no queue of events: of a key
    // that is pressed and released before a frame, it notices nothing.
    struct {
        bool motion, button, wheel, text, key;
    } unseen;
};

namespace {

dv_gui *current;

// Dear ImGui can't handle failed allocations.
void *allocate(size_t size, void *) {
    void *block = dv_alloc(size);
    if (!block) {
        std::fputs("drover: out of memory in the panels\n", stderr);
        std::abort();
    }
    return block;
}

void release(void *block, void *) { dv_free(block); }

ImVec4 color_of(uint32_t color) {
    return ImVec4((color >> 24) / 255.0f, (color >> 16 & 0xff) / 255.0f,
                  (color >> 8 & 0xff) / 255.0f, (color & 0xff) / 255.0f);
}

bool make_font_texture(dv_gui *gui) {
    unsigned char *pixels;
    int width, height;
    ImGui::GetIO().Fonts->GetTexDataAsRGBA32(&pixels, &width, &height);
    gui->font = SDL_CreateTexture(gui->renderer, SDL_PIXELFORMAT_ABGR8888, SDL_TEXTUREACCESS_STATIC,
                                  width, height);
    if (!gui->font || SDL_UpdateTexture(gui->font, nullptr, pixels, 4 * width) != 0)
        return false;
    SDL_SetTextureBlendMode(gui->font, SDL_BLENDMODE_BLEND);
    ImGui::GetIO().Fonts->SetTexID(gui->font);
    return true;
}

/// Other fonts were loaded, or the device has lost its textures.
void renew_font_texture(dv_gui *gui) {
    if (gui->font)
        SDL_DestroyTexture(gui->font);
    if (!make_font_texture(gui))
        std::fprintf(stderr, "drover: cannot make the font's picture: %s\n", SDL_GetError());
}

/// If the last frame had letters that other fonts lend, borrow them.
void renew_fonts(dv_gui *gui) {
    if (!dv_gui_find_letters(&gui->letters))
        return;
    ImGui::GetIO().Fonts->Clear();
    gui->fonts = dv_gui_load_fonts(gui->scale, &gui->letters);
    renew_font_texture(gui);
}

void set_colors(ImGuiStyle &style) {
    ImVec4 *colors = style.Colors;
    const ImVec4 widget = color_of(DV_COLOR_WIDGET), bright = color_of(DV_COLOR_WIDGET_BRIGHT);
    colors[ImGuiCol_Text] = color_of(DV_COLOR_TEXT);
    colors[ImGuiCol_TextDisabled] = color_of(DV_COLOR_TEXT_DIM);
    colors[ImGuiCol_WindowBg] = color_of(DV_COLOR_PANEL);
    colors[ImGuiCol_PopupBg] = color_of(DV_COLOR_PANEL);
    colors[ImGuiCol_Border] = color_of(DV_COLOR_PANEL_EDGE);
    colors[ImGuiCol_Separator] = color_of(DV_COLOR_PANEL_EDGE);
    colors[ImGuiCol_FrameBg] = widget;
    colors[ImGuiCol_FrameBgHovered] = bright;
    colors[ImGuiCol_FrameBgActive] = bright;
    colors[ImGuiCol_Button] = widget;
    colors[ImGuiCol_ButtonHovered] = bright;
    colors[ImGuiCol_ButtonActive] = color_of(DV_COLOR_ACCENT);
    colors[ImGuiCol_Header] = color_of(DV_COLOR_PANEL);
    colors[ImGuiCol_HeaderHovered] = widget;
    colors[ImGuiCol_HeaderActive] = widget;
    colors[ImGuiCol_SliderGrab] = color_of(DV_COLOR_ACCENT);
    colors[ImGuiCol_SliderGrabActive] = color_of(DV_COLOR_SELECTED);
    colors[ImGuiCol_CheckMark] = color_of(DV_COLOR_ACCENT);
    colors[ImGuiCol_ScrollbarBg] = color_of(DV_COLOR_PANEL);
    colors[ImGuiCol_ScrollbarGrab] = widget;
    colors[ImGuiCol_ScrollbarGrabHovered] = bright;
    colors[ImGuiCol_ScrollbarGrabActive] = bright;
}

void set_style(bool plain, float scale) {
    ImGuiStyle &style = ImGui::GetStyle();
    style.WindowRounding = 0;
    style.WindowBorderSize = 0;
    style.FrameRounding = 3;
    style.GrabRounding = 3;
    style.ScrollbarRounding = 3;
    style.PopupRounding = 3;
    style.WindowPadding = ImVec2(14, 12);
    style.FramePadding = ImVec2(8, 4);
    style.ItemSpacing = ImVec2(8, 6);
    style.ItemInnerSpacing = ImVec2(6, 4);
    style.ScrollbarSize = 10;
    style.GrabMinSize = 10;
    style.IndentSpacing = 14;
    style.AntiAliasedLines = style.AntiAliasedFill = !plain;
    style.AntiAliasedLinesUseTex = false;
    set_colors(style);
    style.ScaleAllSizes(scale);
}

// What a triangle needs: the font texture, blending, or neither.
enum class paint { opaque, translucent, textured };

paint paint_of(const ImDrawVert *vertices, const ImDrawIdx *corner, ImVec2 white) {
    bool opaque = true;
    for (int i = 0; i < 3; i++) {
        const ImDrawVert &vertex = vertices[corner[i]];
        if (vertex.uv.x != white.x || vertex.uv.y != white.y)
            return paint::textured;
        opaque = opaque && vertex.col >> IM_COL32_A_SHIFT == 0xff;
    }
    return opaque ? paint::opaque : paint::translucent;
}

void draw_triangles(const dv_gui *gui, paint how, SDL_Texture *texture, const ImDrawVert *vertices,
                    int vertex_count, const ImDrawIdx *corners, unsigned count) {
    SDL_SetRenderDrawBlendMode(gui->renderer, how == paint::translucent ? SDL_BLENDMODE_BLEND
                                                                        : SDL_BLENDMODE_NONE);
    SDL_RenderGeometryRaw(
        gui->renderer, how == paint::textured ? texture : nullptr, &vertices->pos.x,
        sizeof *vertices, reinterpret_cast<const SDL_Color *>(&vertices->col), sizeof *vertices,
        &vertices->uv.x, sizeof *vertices, vertex_count, corners, (int)count, sizeof *corners);
}

// SDL's software renderer draws triangles without texture and blending many times faster, so draw
// those that need neither without them.
void draw_command(const dv_gui *gui, const ImDrawList *list, const ImDrawCmd &command) {
    const ImDrawVert *vertices = list->VtxBuffer.Data + command.VtxOffset;
    const ImDrawIdx *corners = list->IdxBuffer.Data + command.IdxOffset;
    const int vertex_count = list->VtxBuffer.Size - (int)command.VtxOffset;
    const ImVec2 white = ImGui::GetIO().Fonts->TexUvWhitePixel;
    SDL_Texture *texture = static_cast<SDL_Texture *>(command.GetTexID());
    if (texture != gui->font) {
        draw_triangles(gui, paint::textured, texture, vertices, vertex_count, corners,
                       command.ElemCount);
        return;
    }
    unsigned first = 0;
    while (first < command.ElemCount) {
        paint how = paint_of(vertices, corners + first, white);
        unsigned last = first + 3;
        while (last < command.ElemCount && paint_of(vertices, corners + last, white) == how)
            last += 3;
        draw_triangles(gui, how, texture, vertices, vertex_count, corners + first, last - first);
        first = last;
    }
}

void draw_list(const dv_gui *gui, const ImDrawList *list) {
    for (const ImDrawCmd &command : list->CmdBuffer) {
        const ImVec4 &clip = command.ClipRect;
        SDL_Rect area = {(int)clip.x, (int)clip.y, (int)(clip.z - clip.x), (int)(clip.w - clip.y)};
        if (command.UserCallback || area.w <= 0 || area.h <= 0)
            continue;
        SDL_RenderSetClipRect(gui->renderer, &area);
        draw_command(gui, list, command);
    }
}

// Cut off text that doesn't fit, with an ellipsis.
void text_within(const char *text, float width, ImVec4 color) {
    const char *end = text + std::strlen(text);
    dv_gui_want_letters(text);
    if (ImGui::CalcTextSize(text, end).x <= width) {
        ImGui::TextColored(color, "%s", text);
        return;
    }
    const float dots = ImGui::CalcTextSize("…").x;
    while (end > text && ImGui::CalcTextSize(text, end).x + dots > width)
        do
            end--;
        while (end > text && ((unsigned char)*end & 0xc0) == 0x80);
    ImGui::TextColored(color, "%.*s…", (int)(end - text), text);
}

void right_aligned(const char *text, ImVec4 color) {
    dv_gui_want_letters(text);
    float left = ImGui::GetWindowContentRegionMax().x - ImGui::CalcTextSize(text).x;
    ImGui::SameLine(left > 0 ? left : 0);
    ImGui::TextColored(color, "%s", text);
}

void name_and_value(const char *name, const char *value) {
    text_within(name,
                ImGui::GetContentRegionAvail().x - ImGui::CalcTextSize(value).x -
                    ImGui::GetStyle().ItemSpacing.x,
                color_of(DV_COLOR_TEXT_DIM));
    right_aligned(value, color_of(DV_COLOR_TEXT));
}

} // namespace

void dv_gui_text_within(const char *text, float width, uint32_t color) {
    text_within(text, width, color_of(color));
}

dv_gui *dv_gui_create(SDL_Window *window, SDL_Renderer *renderer, float scale, dv_error *error) {
    void *block = dv_alloc(sizeof(dv_gui));
    if (!block) {
        dv_fail(error, DV_ERROR_MEMORY, "out of memory");
        return nullptr;
    }
    ImGui::SetAllocatorFunctions(allocate, release, nullptr);
    dv_gui *gui = new (block) dv_gui{};
    gui->window = window;
    gui->renderer = renderer;
    SDL_RendererInfo info;
    gui->plain = SDL_GetRendererInfo(renderer, &info) == 0 && info.flags & SDL_RENDERER_SOFTWARE;
    ImGuiContext *outer = ImGui::GetCurrentContext();
    gui->context = ImGui::CreateContext();
    ImGui::SetCurrentContext(gui->context);
    ImGui::GetIO().IniFilename = nullptr;
    ImGui::GetIO().BackendRendererUserData = renderer; // for the pictures of gui_plot.cpp
    // Scripts may write more letters than fit in the 65,536 vertices that an index can address.
    ImGui::GetIO().BackendFlags |= ImGuiBackendFlags_RendererHasVtxOffset;
    set_style(gui->plain, scale);
    gui->scale = scale;
    gui->fonts = dv_gui_load_fonts(scale, &gui->letters);
    if (window)
        ImGui_ImplSDL2_InitForSDLRenderer(window);
    bool made = make_font_texture(gui);
    if (outer)
        ImGui::SetCurrentContext(outer);
    if (made)
        return gui;
    dv_fail(error, DV_ERROR_IO, "cannot make the font's picture: %s", SDL_GetError());
    dv_gui_destroy(gui);
    return nullptr;
}

void dv_gui_destroy(dv_gui *gui) {
    if (!gui)
        return;
    ImGuiContext *outer = ImGui::GetCurrentContext();
    ImGui::SetCurrentContext(gui->context);
    if (gui->window)
        ImGui_ImplSDL2_Shutdown();
    ImGui::DestroyContext(gui->context);
    ImGui::SetCurrentContext(outer == gui->context ? nullptr : outer);
    if (gui->font)
        SDL_DestroyTexture(gui->font);
    dv_widgets_free(&gui->widgets);
    dv_gui_forget_letters(&gui->letters);
    if (current == gui)
        current = nullptr;
    dv_free(gui);
}

namespace {

/// Whether a key edits the line in which the user types, rather than only adding a letter to it.
bool edits(const SDL_Keysym &key) {
    if (key.mod & (KMOD_CTRL | KMOD_ALT | KMOD_GUI))
        return true;
    const int *map = ImGui::GetIO().KeyMap;
    for (int i = ImGuiKey_Tab; i <= ImGuiKey_KeyPadEnter; i++)
        if (i != ImGuiKey_Space && map[i] == key.scancode)
            return true;
    return false;
}

/// Dear ImGui goes by the places of keys, but Ctrl+A is where the keyboard has its A.
SDL_Event with_letter_at_its_place(const SDL_Event *event) {
    SDL_Event moved = *event;
    const SDL_Keycode symbol = event->key.keysym.sym;
    if (symbol >= SDLK_a && symbol <= SDLK_z)
        moved.key.keysym.scancode = (SDL_Scancode)(SDL_SCANCODE_A + (symbol - SDLK_a));
    return moved;
}

void note_key(dv_gui *gui, const SDL_Keysym &key) {
    ImGuiIO &io = ImGui::GetIO();
    io.KeyShift = (key.mod & KMOD_SHIFT) != 0;
    io.KeyCtrl = (key.mod & KMOD_CTRL) != 0;
    io.KeyAlt = (key.mod & KMOD_ALT) != 0;
    io.KeySuper = (key.mod & KMOD_GUI) != 0;
    gui->unseen.key |= dv_gui_has_keyboard(gui) && edits(key);
}

bool is_over_panel(const dv_gui *gui) {
    const ImGuiContext *g = gui->context;
    const ImVec2 mouse((float)gui->mouse_x * gui->ratio, (float)gui->mouse_y * gui->ratio);
    if (g->OpenPopupStack.Size > 0)
        return true;
    for (const ImGuiWindow *window : g->Windows)
        if (window->Active && !window->Hidden &&
            !(window->Flags & ImGuiWindowFlags_NoMouseInputs) &&
            window->OuterRectClipped.Contains(mouse))
            return true;
    return false;
}

void move_mouse(dv_gui *gui, int x, int y) {
    gui->unseen.motion |= !gui->is_mouse_here || x != gui->mouse_x || y != gui->mouse_y;
    gui->is_mouse_here = true;
    gui->mouse_x = x;
    gui->mouse_y = y;
}

void note_button(dv_gui *gui, const SDL_MouseButtonEvent &event) {
    move_mouse(gui, event.x, event.y);
    gui->unseen.button = true;
    if (event.type == SDL_MOUSEBUTTONUP) {
        gui->buttons &= ~SDL_BUTTON(event.button);
        return;
    }
    if (gui->buttons == 0)
        gui->owns_buttons = is_over_panel(gui);
    gui->buttons |= SDL_BUTTON(event.button);
}

void note_input(dv_gui *gui, const SDL_Event *event) {
    switch (event->type) {
    case SDL_MOUSEMOTION:
        move_mouse(gui, event->motion.x, event->motion.y);
        break;
    case SDL_MOUSEBUTTONDOWN:
    case SDL_MOUSEBUTTONUP:
        note_button(gui, event->button);
        break;
    case SDL_MOUSEWHEEL:
        gui->unseen.wheel = true;
        break;
    case SDL_TEXTINPUT:
        gui->unseen.text |= dv_gui_has_keyboard(gui);
        break;
    case SDL_KEYDOWN:
    case SDL_KEYUP:
        note_key(gui, event->key.keysym);
        break;
    case SDL_WINDOWEVENT:
        if (event->window.event == SDL_WINDOWEVENT_LEAVE && gui->buttons == 0)
            gui->is_mouse_here = false;
        break;
    }
}

} // namespace

bool dv_gui_is_ready_for(const dv_gui *gui, const SDL_Event *event) {
    const auto &unseen = gui->unseen;
    ImGui::SetCurrentContext(gui->context);
    switch (event->type) {
    case SDL_MOUSEMOTION:
        return !unseen.button && !unseen.wheel;
    case SDL_MOUSEBUTTONDOWN:
    case SDL_MOUSEBUTTONUP:
        return !unseen.button && !unseen.wheel && !unseen.motion && !unseen.text && !unseen.key;
    case SDL_MOUSEWHEEL:
        return !unseen.button;
    case SDL_TEXTINPUT:
        return !unseen.button && !unseen.key;
    case SDL_KEYDOWN:
    case SDL_KEYUP:
        return !unseen.button && !unseen.key && !(unseen.text && edits(event->key.keysym));
    default:
        return true;
    }
}

void dv_gui_event(dv_gui *gui, const SDL_Event *event) {
    ImGui::SetCurrentContext(gui->context);
    if (event->type == SDL_RENDER_DEVICE_RESET) {
        std::fputs("drover: the graphics device was reset; everything is drawn again\n", stderr);
        renew_font_texture(gui);
    }
    if (!gui->window)
        return;
    const bool is_key = event->type == SDL_KEYDOWN || event->type == SDL_KEYUP;
    const SDL_Event moved = is_key ? with_letter_at_its_place(event) : *event;
    ImGui_ImplSDL2_ProcessEvent(&moved);
    note_input(gui, event); // afterward: the backend reads modifiers from SDL's state
}

bool dv_gui_mouse(const dv_gui *gui, int *x, int *y) {
    const float right = (float)gui->width / gui->ratio, low = (float)gui->height / gui->ratio;
    *x = gui->mouse_x;
    *y = gui->mouse_y;
    // A button that is held keeps the mouse beyond the edges.
    return gui->is_mouse_here && *x >= 0 && *y >= 0 && (float)*x < right && (float)*y < low;
}

bool dv_gui_has_mouse(const dv_gui *gui) {
    return gui->buttons ? gui->owns_buttons : gui->is_mouse_here && is_over_panel(gui);
}

bool dv_gui_has_keyboard(const dv_gui *gui) {
    const ImGuiContext *g = gui->context;
    // WantTextInput is one frame behind. A number is also active while it is dragged.
    return g->WantTextInputNextFrame == 1 && g->ActiveId == g->InputTextState.ID;
}

void dv_gui_ask(dv_gui *gui, uint32_t frames) { gui->asked = frames; }

const dv_widgets *dv_gui_widgets(const dv_gui *gui) { return &gui->widgets; }

namespace {

/// Tell Dear ImGui the input as of the last event.
void take_input(dv_gui *gui, float width) {
    ImGuiIO &io = ImGui::GetIO();
    ImGui_ImplSDL2_NewFrame();
    gui->ratio = io.DisplaySize.x > 0 ? width / io.DisplaySize.x : 1;
    for (int i = 0; i < 3; i++) {
        static const int buttons[] = {SDL_BUTTON_LEFT, SDL_BUTTON_RIGHT, SDL_BUTTON_MIDDLE};
        io.MouseDown[i] = (gui->buttons & SDL_BUTTON(buttons[i])) != 0;
    }
    if (gui->is_mouse_here)
        io.MousePos = ImVec2((float)gui->mouse_x, (float)gui->mouse_y);
    // Positions are in units of the desktop; everything here is in pixels.
    if (io.MousePos.x > -1e6f)
        io.MousePos = ImVec2(io.MousePos.x * gui->ratio, io.MousePos.y * gui->ratio);
}

void begin(dv_gui *gui, double seconds) {
    current = gui;
    ImGui::SetCurrentContext(gui->context);
    ImGuiIO &io = ImGui::GetIO();
    if (gui->window)
        take_input(gui, (float)gui->width);
    gui->unseen = {};
    io.DisplaySize = ImVec2((float)gui->width, (float)gui->height);
    io.DisplayFramebufferScale = ImVec2(1, 1);
    io.DeltaTime = seconds > 0 ? (float)seconds : 1e-4f;
    renew_fonts(gui);
    dv_gui_begin_letters(&gui->letters, gui->fonts.body);
    ImGui::NewFrame();
}

} // namespace

bool dv_gui_lacks_letters(const dv_gui *gui) { return gui->letters.has_new; }

void dv_gui_begin(dv_gui *gui, int width, int height, double seconds) {
    dv_gui_recorded = gui->asked > 0 ? &gui->widgets : nullptr;
    if (dv_gui_recorded) {
        gui->asked--;
        dv_widgets_clear(&gui->widgets);
    }
    gui->width = width;
    gui->height = height;
    begin(gui, seconds);
}

void dv_gui_end(dv_gui *gui) {
    ImGui::SetCurrentContext(gui->context);
    ImGui::Render();
    const ImDrawData *data = ImGui::GetDrawData();
    for (int i = 0; i < data->CmdListsCount; i++)
        draw_list(gui, data->CmdLists[i]);
    SDL_RenderSetClipRect(gui->renderer, nullptr);
    dv_gui_recorded = nullptr;
}

void dv_gui_begin_unseen(dv_gui *gui) {
    dv_gui_recorded = nullptr;
    begin(gui, 0);
}

void dv_gui_end_unseen(dv_gui *gui) {
    ImGui::SetCurrentContext(gui->context);
    ImGui::EndFrame();
}

// A panel that opens leaves the keyboard to what has it.
void dv_gui_panel_begin(const char *name, float x, float y, float width, float height,
                        uint32_t color) {
    ImGui::SetNextWindowPos(ImVec2(x, y));
    ImGui::SetNextWindowSize(ImVec2(width, height));
    ImGui::PushStyleColor(ImGuiCol_WindowBg, color_of(color));
    ImGuiWindowFlags flags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                             ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoNav |
                             ImGuiWindowFlags_NoBringToFrontOnFocus |
                             ImGuiWindowFlags_NoFocusOnAppearing;
    if (height > 0)
        flags &= ~ImGuiWindowFlags_NoScrollbar;
    ImGui::Begin(name, nullptr, flags);
    dv_gui_record_panel(name);
}

void dv_gui_panel_end(void) {
    ImGui::End();
    ImGui::PopStyleColor();
}

float dv_gui_panel_height(void) { return ImGui::GetWindowHeight(); }

void dv_gui_title(const char *text) {
    ImGui::PushFont(current->fonts.large);
    text_within(text, ImGui::GetContentRegionAvail().x, color_of(DV_COLOR_TEXT));
    ImGui::PopFont();
    dv_gui_record_title(text);
}

void dv_gui_band(uint32_t color, bool title) {
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const ImVec2 padding = ImGui::GetStyle().WindowPadding;
    const float height = title ? current->fonts.large->FontSize : ImGui::GetTextLineHeight();
    const float spare = std::floor(ImGui::GetStyle().ItemSpacing.y / 2);
    ImGui::GetWindowDrawList()->AddRectFilled(
        ImVec2(corner.x - padding.x / 2, corner.y - spare),
        ImVec2(corner.x + ImGui::GetContentRegionAvail().x + padding.x / 2,
               corner.y + height + spare),
        dv_gui_packed(color));
}

void dv_gui_use_sections(dv_gui *gui, dv_gui_sections *sections) { gui->sections = sections; }

bool dv_gui_section(const char *name, bool open_at_first) {
    dv_gui_sections *sections = current->sections;
    const bool was_open =
        sections ? dv_gui_section_is_open(sections, name, open_at_first) : open_at_first;
    ImGui::Spacing();
    if (sections)
        ImGui::SetNextItemOpen(was_open);
    ImGui::PushStyleColor(ImGuiCol_Text, color_of(DV_COLOR_ACCENT));
    bool open = ImGui::TreeNodeEx(name, ImGuiTreeNodeFlags_NoTreePushOnOpen |
                                            ImGuiTreeNodeFlags_SpanAvailWidth |
                                            (open_at_first ? ImGuiTreeNodeFlags_DefaultOpen : 0));
    ImGui::PopStyleColor();
    dv_gui_record_section(name, open);
    if (sections && open != was_open)
        dv_gui_section_turn(sections, name, open, open_at_first);
    return open;
}

void dv_gui_text(uint32_t color, const char *text) {
    text_within(text, ImGui::GetContentRegionAvail().x, color_of(color));
    dv_gui_record(text);
}

void dv_gui_code(uint32_t color, const char *text) {
    ImGui::PushFont(current->fonts.code);
    text_within(text, ImGui::GetContentRegionAvail().x, color_of(color));
    ImGui::PopFont();
    dv_gui_record(text);
}

static void row(const char *name, uint32_t color, const char *value) {
    const float column = ImGui::GetWindowContentRegionMin().x +
                         DV_GUI_NAMES * (ImGui::GetWindowContentRegionMax().x -
                                         ImGui::GetWindowContentRegionMin().x);
    const float top = ImGui::GetCursorScreenPos().y;
    text_within(name, column - ImGui::GetCursorPosX() - 4, color_of(DV_COLOR_TEXT_DIM));
    ImGui::SameLine(column);
    dv_gui_wrap(color, value);
    dv_gui_record_row(name, value, top);
}

void dv_gui_row(const char *name, const char *value) { row(name, DV_COLOR_TEXT, value); }

void dv_gui_dim_row(const char *name, const char *value) { row(name, DV_COLOR_TEXT_DIM, value); }

// Squares of colors, side by side, each on a bit of ground, so that dark ones are seen on the
// panel.
static void show_squares(const uint32_t *colors, uint32_t count, float radius) {
    const float height = ImGui::GetTextLineHeight(), edge = std::floor(radius * 0.3f);
    const float step = std::floor(2 * radius - edge);
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    ImDrawList *list = ImGui::GetWindowDrawList();
    for (uint32_t i = 0; i < count; i++) {
        const ImVec2 center(std::floor(corner.x + height / 2) + (float)i * step,
                            std::floor(corner.y + height / 2));
        const ImVec2 low(std::floor(center.x - radius), std::floor(center.y - radius));
        const ImVec2 high(std::floor(center.x + radius), std::floor(center.y + radius));
        list->AddRectFilled(low, high, dv_gui_packed(dv_themes[0].ground));
        list->AddRectFilled(ImVec2(low.x + edge, low.y + edge),
                            ImVec2(high.x - edge, high.y - edge), dv_gui_packed(colors[i]));
    }
    ImGui::Dummy(ImVec2(height + (float)(count - 1) * step, height));
}

static void show_named(const char *name, const char *value, uint32_t color) {
    ImGui::SameLine();
    const float left = ImGui::GetContentRegionAvail().x - ImGui::CalcTextSize(value).x -
                       ImGui::GetStyle().ItemSpacing.x;
    text_within(name, left, color_of(color));
    right_aligned(value, color_of(color));
}

void dv_gui_legend(uint32_t color, const char *name, const char *value) {
    const float top = ImGui::GetCursorScreenPos().y;
    ImGui::Indent();
    show_squares(&color, 1, ImGui::GetTextLineHeight() * 0.36f);
    show_named(name, value, DV_COLOR_TEXT_DIM);
    ImGui::Unindent();
    dv_gui_record_row(name, value, top, 1);
}

void dv_gui_swatches(const uint32_t *colors, uint32_t count, bool has_more, const char *name,
                     const char *value) {
    const float top = ImGui::GetCursorScreenPos().y;
    show_squares(colors, count, ImGui::GetTextLineHeight() * 0.42f);
    if (has_more) {
        ImGui::SameLine();
        ImGui::TextColored(color_of(DV_COLOR_TEXT_DIM), "…");
    }
    show_named(name, value, DV_COLOR_TEXT);
    dv_gui_record_row(name, value, top, 0, true);
}

void dv_gui_cells(uint32_t color, const char *name, const char *const *values, uint32_t count) {
    const float left = ImGui::GetWindowContentRegionMin().x;
    const float width = ImGui::GetWindowContentRegionMax().x - left;
    const float names = 0.4f * width, column = (width - names) / (float)count;
    const float top = ImGui::GetCursorScreenPos().y;
    text_within(name, names - ImGui::GetStyle().ItemSpacing.x, color_of(DV_COLOR_TEXT_DIM));
    for (uint32_t i = 0; i < count; i++) {
        const float right = left + names + (float)(i + 1) * column;
        ImGui::SameLine(right - ImGui::CalcTextSize(values[i]).x);
        ImGui::TextColored(color_of(color), "%s", values[i]);
    }
    dv_gui_record_row(name, "", top);
}

void dv_gui_space(void) { ImGui::Spacing(); }

bool dv_gui_button(const char *name, float start, float share, bool lit) {
    dv_gui_want_letters(name);
    const float from = ImGui::GetWindowContentRegionMin().x;
    const float width = ImGui::GetWindowContentRegionMax().x - from;
    const float gap = ImGui::GetStyle().ItemInnerSpacing.x;
    if (start > 0)
        ImGui::SameLine(from + start * width);
    if (lit) {
        ImGui::PushStyleColor(ImGuiCol_Button, color_of(DV_COLOR_ACCENT));
        ImGui::PushStyleColor(ImGuiCol_ButtonHovered, color_of(DV_COLOR_ACCENT));
        ImGui::PushStyleColor(ImGuiCol_Text, color_of(DV_COLOR_PANEL));
    }
    bool pressed =
        ImGui::Button(name, ImVec2(share * width - (start + share < 0.999f ? gap : 0), 0));
    if (lit)
        ImGui::PopStyleColor(3);
    dv_gui_record(name);
    return pressed;
}

bool dv_gui_toggle(const char *name, bool *value) {
    dv_gui_want_letters(name);
    const bool is_changed = ImGui::Checkbox(name, value);
    dv_gui_record(name);
    return is_changed;
}

bool dv_gui_slider(const char *name, double *value, double minimum, double maximum, double step) {
    // Without a step, a slider moves by thousandths of its range.
    const double grain = step > 0 ? step : (maximum - minimum) / 1000;
    int decimals = grain > 0 ? (int)std::ceil(-std::log10(grain) - 1e-9) : 0;
    decimals = decimals < 0 ? 0 : decimals > 6 ? 6 : decimals;
    if (!(step > 0) && decimals > 0)
        decimals--;
    char shown[64];
    std::snprintf(shown, sizeof shown, "%.*f", decimals, *value);
    name_and_value(name, shown);
    ImGui::PushID(name);
    ImGui::SetNextItemWidth(-1);
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(ImGui::GetStyle().FramePadding.x, 0));
    const double before = *value;
    ImGui::SliderScalar("##slider", ImGuiDataType_Double, value, &minimum, &maximum, "",
                        ImGuiSliderFlags_AlwaysClamp | ImGuiSliderFlags_NoRoundToFormat);
    dv_gui_record(name);
    ImGui::PopStyleVar();
    ImGui::PopID();
    if (*value == before)
        return false;
    if (grain > 0)
        *value = minimum + std::round((*value - minimum) / grain) * grain;
    *value = *value > maximum ? maximum : *value;
    // While the slider is held still, ImGui reports the unrounded value as a change; ignore that.
    return std::fabs(*value - before) > grain * 1e-6;
}

bool dv_gui_choice(const char *name, const char *const *options, uint32_t count, uint32_t *chosen) {
    bool changed = false;
    dv_gui_want_letters(name);
    for (uint32_t i = 0; i < count; i++)
        dv_gui_want_letters(options[i]);
    ImGui::TextColored(color_of(DV_COLOR_TEXT_DIM), "%s", name);
    ImGui::PushID(name);
    ImGui::SetNextItemWidth(-1);
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    dv_gui_record_at(
        name, 0, true, corner,
        ImVec2(corner.x + ImGui::GetContentRegionAvail().x, corner.y + ImGui::GetFrameHeight()));
    if (ImGui::BeginCombo("##choice", *chosen < count ? options[*chosen] : "")) {
        for (uint32_t i = 0; i < count; i++) {
            if (ImGui::Selectable(options[i], i == *chosen)) {
                changed = i != *chosen;
                *chosen = i;
            }
            dv_gui_record(options[i], 1);
        }
        ImGui::EndCombo();
    }
    ImGui::PopID();
    return changed;
}

void dv_gui_ends(const char *name, const char *value) {
    const float top = ImGui::GetCursorScreenPos().y;
    name_and_value(name, value);
    dv_gui_record_row(name, value, top, 0, true);
}

void dv_gui_bar(const char *name, const char *value, float fraction) {
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x, height = ImGui::GetTextLineHeight();
    ImGui::GetWindowDrawList()->AddRectFilled(
        corner, ImVec2(corner.x + std::floor(width * fraction), corner.y + height),
        dv_gui_packed(DV_COLOR_WIDGET_BRIGHT));
    name_and_value(name, value);
    dv_gui_record_row(name, value, corner.y);
}

void dv_gui_note(float right, float y, uint32_t color, const char *text) {
    const ImVec2 size = ImGui::CalcTextSize(text);
    ImGui::GetBackgroundDrawList()->AddText(
        ImVec2(std::floor(right - size.x), std::floor(y - size.y)), dv_gui_packed(color), text);
}

void dv_gui_label(float left, float y, float height, uint32_t color, const char *text) {
    dv_gui_want_letters(text);
    ImGui::GetBackgroundDrawList()->AddText(
        current->fonts.body, height, ImVec2(left, y - height / 2), dv_gui_packed(color), text);
}

void dv_gui_measure_label(float height, const char *text, float *width, float *tall) {
    const ImVec2 size = current->fonts.body->CalcTextSizeA(height, FLT_MAX, 0.0f, text);
    *width = size.x;
    *tall = size.y;
}
