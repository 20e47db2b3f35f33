import LugeCore
import LugeEngine
