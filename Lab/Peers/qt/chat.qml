import QtQuick

ListView {
    id: list
    reuseItems: true
    cacheBuffer: 400
    interactive: false

    delegate: Item {
        id: row
        required property bool outgoing
        required property string words
        required property var media
        width: list.width
        height: (media.length ? pictures.height : bubble.height) + 6

        Rectangle {
            id: bubble
            visible: row.media.length === 0
            y: 3
            x: row.outgoing ? row.width - width - 10 : 10
            width: Math.ceil(label.contentWidth) + 24
            height: label.height + 16
            radius: 15
            color: row.outgoing ? "#4DB6AC" : "#ECEFF1"
            Text {
                id: label
                x: 12
                y: 8
                width: Math.min(implicitWidth, list.width * 0.75 - 24)
                text: row.words
                wrapMode: Text.Wrap
                textFormat: Text.PlainText
                color: "#212121"
                font.family: "Noto Sans"
                font.pixelSize: 14
            }
        }

        Row {
            id: pictures
            y: 3
            x: row.outgoing ? row.width - width - 10 : 10
            spacing: 5
            Repeater {
                model: row.media
                Image {
                    required property string modelData
                    width: row.media.length === 1 ? 180 : 90
                    height: width
                    sourceSize: Qt.size(width, height)
                    fillMode: Image.PreserveAspectCrop
                    asynchronous: true
                    source: modelData
                }
            }
        }
    }
}
