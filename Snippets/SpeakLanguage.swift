// A program with catalogues of its own, installed as /usr/share/locale/de/LC_MESSAGES/shop.mo.
// snippet.hide
import LugeWords

// snippet.show
Words.followEnvironment([Domain("shop", folders: ["/usr/share/locale"])])

print(localized("Welcome, {name}", ["name": "Anna"]))
print(localized(one: "{count} apple", other: "{count} apples", count: 3))
