package dev.takt.agent.locks;

import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.util.ArrayList;
import java.util.List;

/// A class as the tree of ASM that JDK 17 to 23 have in `java.base`. It is called by reflection: no
/// JDK exports it, and the JDK that compiles this has none.
final class InternalAsm {

  static final int ACONST_NULL = 1;
  static final int ILOAD = 21;
  static final int LLOAD = 22;
  static final int ALOAD = 25;
  static final int ISTORE = 54;
  static final int LSTORE = 55;
  static final int ASTORE = 58;
  static final int IRETURN = 172;
  static final int LRETURN = 173;
  static final int RETURN = 177;
  static final int INVOKEVIRTUAL = 182;
  static final int INVOKESTATIC = 184;

  private static final int POP = 87;
  private static final int GOTO = 167;
  private static final int SKIP_FRAMES = 4;
  private static final int COMPUTE_FRAMES = 2;

  private static final String ASM = "jdk.internal.org.objectweb.asm";
  private static final String TREE = ASM + ".tree";

  /// The packages that the agent must be able to call.
  static final List<String> PACKAGES = List.of(ASM, TREE);

  private final Object node;

  /// Parses a class file.
  InternalAsm(byte[] bytes) throws ReflectiveOperationException {
    node = type(TREE + ".ClassNode").getConstructor().newInstance();
    Object reader = type(ASM + ".ClassReader").getConstructor(byte[].class).newInstance(bytes);
    reader
        .getClass()
        .getMethod("accept", type(ASM + ".ClassVisitor"), int.class)
        .invoke(reader, node, SKIP_FRAMES);
  }

  List<Method> methods() throws ReflectiveOperationException {
    List<Method> methods = new ArrayList<>();
    for (Object each : (List<?>) field(node, "methods")) {
      methods.add(new Method(each));
    }
    return methods;
  }

  /// The class file. Its stack maps are computed anew.
  byte[] write() throws ReflectiveOperationException {
    Class<?> type = type(ASM + ".ClassWriter");
    Object writer = type.getConstructor(int.class).newInstance(COMPUTE_FRAMES);
    node.getClass().getMethod("accept", type(ASM + ".ClassVisitor")).invoke(node, writer);
    return (byte[]) type.getMethod("toByteArray").invoke(writer);
  }

  static Object simple(int opcode) throws ReflectiveOperationException {
    return create("InsnNode", opcode);
  }

  static Object local(int opcode, int index) throws ReflectiveOperationException {
    return create("VarInsnNode", opcode, index);
  }

  static Object call(int opcode, String owner, String name, String type)
      throws ReflectiveOperationException {
    return create("MethodInsnNode", opcode, owner, name, type);
  }

  private static Object create(String name, Object... arguments)
      throws ReflectiveOperationException {
    for (Constructor<?> each : type(TREE + '.' + name).getConstructors()) {
      if (each.getParameterCount() == arguments.length) {
        return each.newInstance(arguments);
      }
    }
    throw new NoSuchMethodException(name);
  }

  private static Class<?> type(String name) throws ClassNotFoundException {
    return Class.forName(name, true, null);
  }

  private static Object field(Object of, String name) throws ReflectiveOperationException {
    return of.getClass().getField(name).get(of);
  }

  /// A method of the class, which can be changed.
  static final class Method {

    private final Object node;
    private final Object instructions;

    private Method(Object node) throws ReflectiveOperationException {
      this.node = node;
      this.instructions = field(node, "instructions");
    }

    String name() throws ReflectiveOperationException {
      return (String) field(node, "name");
    }

    String type() throws ReflectiveOperationException {
      return (String) field(node, "desc");
    }

    /// Reserves a local variable of any type.
    int newLocal() throws ReflectiveOperationException {
      int index = (int) field(node, "maxLocals");
      node.getClass().getField("maxLocals").set(node, index + 2);
      return index;
    }

    /// The instructions with an opcode.
    List<Object> with(int opcode) throws ReflectiveOperationException {
      List<Object> found = new ArrayList<>();
      Object all = instructions.getClass().getMethod("toArray").invoke(instructions);
      for (int i = 0; i < Array.getLength(all); i++) {
        Object each = Array.get(all, i);
        if ((int) each.getClass().getMethod("getOpcode").invoke(each) == opcode) {
          found.add(each);
        }
      }
      return found;
    }

    void insertBefore(Object next, List<Object> inserted) throws ReflectiveOperationException {
      Class<?> instruction = InternalAsm.type(TREE + ".AbstractInsnNode");
      for (Object each : inserted) {
        instructions
            .getClass()
            .getMethod("insertBefore", instruction, instruction)
            .invoke(instructions, next, each);
      }
    }

    void insertFirst(List<Object> inserted) throws ReflectiveOperationException {
      insertBefore(instructions.getClass().getMethod("getFirst").invoke(instructions), inserted);
    }

    /// A call whose exceptions are dropped. The stack must be empty before and after it.
    List<Object> guarded(List<Object> call) throws ReflectiveOperationException {
      Object begin = create("LabelNode");
      Object end = create("LabelNode");
      Object handler = create("LabelNode");
      Object after = create("LabelNode");
      // The first handler whose range has the instruction is used: this is the innermost one.
      @SuppressWarnings("unchecked")
      List<Object> handlers = (List<Object>) field(node, "tryCatchBlocks");
      Object block =
          type("TryCatchBlockNode")
              .getConstructor(type("LabelNode"), type("LabelNode"), type("LabelNode"), String.class)
              .newInstance(begin, end, handler, null);
      handlers.add(0, block);
      List<Object> all = new ArrayList<>(List.of(begin));
      all.addAll(call);
      all.addAll(List.of(end, create("JumpInsnNode", GOTO, after), handler));
      all.addAll(List.of(simple(POP), after));
      return all;
    }

    private static Class<?> type(String name) throws ClassNotFoundException {
      return InternalAsm.type(TREE + '.' + name);
    }
  }
}
