// The chat of `luge drive` in Qt Quick: a ListView that reuses its delegates, pictures decoded at their
// size in the background. Prints the protocol's lines.
//
//   c++ -O2 -std=c++17 -fPIC -o qt-chat main.cpp $(pkg-config --cflags --libs Qt6Quick)
#include <QDateTime>
#include <QElapsedTimer>
#include <QFile>
#include <QGuiApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QAbstractListModel>
#include <QQmlContext>
#include <QQuickItem>
#include <QQuickView>
#include <QTimer>
#include <QUrl>
#include <cstdio>

#include "../script.h"

struct Message {
  bool outgoing;
  QString text;
  QStringList media;
};

class Messages : public QAbstractListModel {
public:
  QList<Message> all;
  int rowCount(const QModelIndex &) const override { return int(all.size()); }
  QHash<int, QByteArray> roleNames() const override {
    return {{0, "outgoing"}, {1, "words"}, {2, "media"}};
  }
  QVariant data(const QModelIndex &index, int role) const override {
    const Message &message = all[index.row()];
    if (role == 0) return message.outgoing;
    if (role == 1) return message.text;
    return message.media;
  }
};

static double now() {
  static QElapsedTimer timer;
  if (!timer.isValid()) timer.start();
  return timer.nsecsElapsed() / 1e9;
}

class Driver : public QObject {
public:
  QQuickView &view;
  QQuickItem *list;
  QStringList workloads;
  Script script{};
  bool running = false, shown = false, stepped = false;
  QStringList frames, segments;
  QTimer pace;

  Driver(QQuickView &view, QStringList workloads) : view(view), workloads(workloads) {
    list = view.rootObject();
    // Without vertical sync a list that is moved with each frame is painted as often as the processor
    // allows, 170 times a second here: smaller steps, and fewer new rows in a frame, than the others have.
    connect(&pace, &QTimer::timeout, this, &Driver::tick);
    pace.setTimerType(Qt::PreciseTimer);
    pace.setInterval(16);
    connect(&view, &QQuickWindow::frameSwapped, this, &Driver::swapped, Qt::QueuedConnection);
  }

  void say(const QString &line) {
    fputs((line + "\n").toUtf8().constData(), stdout);
    fflush(stdout);
  }

  void swapped() {
    // At most one frame for each step: what is painted because a picture came shows no other place.
    if (running && stepped) {
      stepped = false;
      if (script.in_segment) {
        frames << QString::number((now() - script.start) * 1000, 'f', 2);
        segments << QString::number(script.segment);
      }
    }
    if (!shown) {
      shown = true;
      say("@FIRST " + QString::number(QDateTime::currentMSecsSinceEpoch()));
      QTimer::singleShot(1500, this, [this] {
        say("@MEM open");
        QTimer::singleShot(800, this, [this] { prepare(); });
      });
    }
  }

  void prepare() {
    if (workloads.isEmpty()) {
      say("@MEM scroll");
      QTimer::singleShot(700, this, [this] {
        say("@DONE");
        QCoreApplication::exit(0);
      });
      return;
    }
    list->setProperty("contentY", list->property("originY"));
    QTimer::singleShot(900, this, [this] {
      int kind = script_kind(workloads.first().toUtf8().constData());
      if (!kind) {
        say("@FAIL unknown workload " + workloads.first());
        return QCoreApplication::exit(1);
      }
      frames.clear();
      segments.clear();
      stepped = false;
      say("@BEGIN " + workloads.first());
      script = script_make(kind, now());
      running = true;
      pace.start();
    });
  }

  void tick() {
    if (!running) return;
    double y = list->property("contentY").toDouble();
    double end = list->property("originY").toDouble() + list->property("contentHeight").toDouble();
    bool goesOn = true;
    double move = script_step(&script, now(), end - list->height() - y, &goesOn);
    if (move != 0) {
      list->setProperty("contentY", y + move);
      stepped = true;
    }
    if (goesOn) return;
    running = false;
    pace.stop();
    QString name = workloads.takeFirst();
    say("@END " + name);
    say("@DATA " + name + " {\"frames\":[" + frames.join(',') + "],\"segs\":[" + segments.join(',') +
        "]}");
    QTimer::singleShot(120, this, [this] { prepare(); });
  }
};

int main(int argc, char **argv) {
  now();
  // The renderer that is faster without a graphics processor.
  if (qEnvironmentVariableIsEmpty("QT_QUICK_BACKEND")) qputenv("QT_QUICK_BACKEND", "software");
  QGuiApplication application(argc, argv);
  if (argc < 5) return 2;
  Messages messages;
  QFile file(QString::fromLocal8Bit(argv[1]));
  if (!file.open(QIODevice::ReadOnly)) return 1;
  for (const auto &value : QJsonDocument::fromJson(file.readAll()).array()) {
    QJsonObject object = value.toObject();
    Message message{object["direction"].toString() == "out", object["message"].toString(), {}};
    for (const auto &name : object["mediaItems"].toArray())
      message.media << QUrl::fromLocalFile(QString::fromLocal8Bit(argv[2]) + "/" + name.toString()).toString();
    messages.all << message;
  }
  QQuickView view;
  view.setInitialProperties({{"model", QVariant::fromValue<QObject *>(&messages)}});
  view.setResizeMode(QQuickView::SizeRootObjectToView);
  view.resize(400, 800);
  view.setSource(QUrl::fromLocalFile(QString::fromLocal8Bit(argv[4])));
  if (!view.rootObject()) return 1;
  Driver driver(view, QString::fromLocal8Bit(argv[3]).split(',', Qt::SkipEmptyParts));
  view.show();
  return application.exec();
}
