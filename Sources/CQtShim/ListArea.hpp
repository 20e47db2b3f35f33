#pragma once

#include "QuietQt.hpp"

#include <QScrollBar>
#include <QTimer>
#include <QWidget>

#include "FindBar.hpp"
#include "Offer.hpp"
#include "Overlays.hpp"
#include "Surface.hpp"
#include "Welcome.hpp"
#include "lq_list_area.h"

/// A surface, its scroll bar, and the overlays, which are children of the surface.
struct lq_list_area final : public QWidget {
  explicit lq_list_area(QWidget *parent);

  lq_list_area_callbacks callbacks = {};
  lq_surface *surface;
  QScrollBar *bar;
  JumpButton *jump;
  Bubble *bubble;
  Bubble *toast;
  /// Null until a state is shown.
  StatePanel *state = nullptr;
  /// Null until the first offer.
  Offer *offer = nullptr;
  /// Null until the page is first shown.
  Welcome *welcome = nullptr;
  /// Null until finding is first begun.
  lq_find_bar *findBar = nullptr;
  QTimer toastTimer;
  /// Height in points of what may cover the surface's lower edge, below the round jump button.
  int jumpRise = 0;

  void placeOverlays();
  void placeBubble();
  /// Returns the height in points that the jump button covers at the lower edge as a strip; 0
  /// without one.
  int stripRoom() const;
  /// Returns the x for an element of a width at the side of the scroll bar.
  int atLineEnd(int width) const;
  void placeState();
  void placeWelcome();
  void showBar();
  StatePanel *statePanel();
  bool showsState() const { return state && !state->isHidden(); }
  bool showsWelcome() const { return welcome && !welcome->isHidden(); }
  /// Shows the jump button when the pointer moves near it.
  void wakeJump(QEvent *event);
  /// Keeps the space of the scroll bar free while it is hidden, so that a list that becomes long
  /// enough to scroll needs no new layout.
  void keepBarRoom();

 protected:
  bool eventFilter(QObject *watched, QEvent *event) override;
};
