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
  /// Null until there is something to say.
  StatePanel *state = nullptr;
  /// Null until there is one.
  Offer *offer = nullptr;
  /// Null until nothing is open.
  Welcome *welcome = nullptr;
  /// Null until it is asked for.
  lq_find_bar *findBar = nullptr;
  QTimer toastTimer;
  /// Points below the button that leads to the newest that something else stands on.
  int jumpRise = 0;

  void placeOverlays();
  void placeBubble();
  /// Points at the lower edge that a strip covers.
  int stripRoom() const;
  /// Returns the x of an element of a width that is aligned to the end of lines.
  int atLineEnd(int width) const;
  void placeState();
  void placeWelcome();
  void showBar();
  StatePanel *statePanel();
  bool showsState() const { return state && !state->isHidden(); }
  bool showsWelcome() const { return welcome && !welcome->isHidden(); }
  /// The pointer moved over the list.
  void wakeJump(QEvent *event);
  /// A list that becomes long enough to scroll is not to be laid out anew for its bar.
  void keepBarRoom();

 protected:
  bool eventFilter(QObject *watched, QEvent *event) override;
};
