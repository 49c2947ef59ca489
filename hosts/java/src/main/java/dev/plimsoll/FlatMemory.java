package dev.plimsoll;

import com.dylibso.chicory.runtime.ConstantEvaluators;
import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.Memory;
import com.dylibso.chicory.runtime.WasmRuntimeException;
import com.dylibso.chicory.wasm.types.ActiveDataSegment;
import com.dylibso.chicory.wasm.types.DataSegment;
import com.dylibso.chicory.wasm.types.MemoryLimits;
import com.dylibso.chicory.wasm.types.PassiveDataSegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * A memory that never grows, in one array. Chicory's own looks up a page of 64 KiB for each access,
 * which doubles the time of a step. The module has no floats, no threads and no second memory.
 */
final class FlatMemory implements Memory {
  private static final VarHandle SHORTS = viewOf(short[].class);
  private static final VarHandle INTS = viewOf(int[].class);
  private static final VarHandle LONGS = viewOf(long[].class);

  private final byte[] bytes;
  private final int pages;
  private DataSegment[] segments;

  FlatMemory(MemoryLimits limits) {
    pages = limits.initialPages();
    bytes = new byte[Math.multiplyExact(pages, PAGE_SIZE)];
  }

  private static VarHandle viewOf(Class<?> array) {
    return MethodHandles.byteArrayViewVarHandle(array, ByteOrder.LITTLE_ENDIAN);
  }

  /** Traps. Accesses catch what the array throws: a check of our own would be a second one. */
  private static WasmRuntimeException outside(RuntimeException cause) {
    return new WasmRuntimeException("out of bounds memory access", cause);
  }

  private static UnsupportedOperationException absent() {
    return new UnsupportedOperationException("the module has no floats and no threads");
  }

  @Override
  public int pages() {
    return pages;
  }

  @Override
  public int grow(int size) {
    return size == 0 ? pages : -1;
  }

  @Override
  public int initialPages() {
    return pages;
  }

  @Override
  public int maximumPages() {
    return pages;
  }

  @Override
  public void initialize(Instance instance, DataSegment[] given) {
    segments = given == null ? new DataSegment[0] : given.clone();
    for (DataSegment segment : segments) {
      if (segment instanceof ActiveDataSegment active) {
        long[] offset =
            ConstantEvaluators.computeConstantValue(instance, active.offsetInstructions());
        write((int) offset[0], active.data());
      }
    }
  }

  @Override
  public void initPassiveSegment(int segment, int to, int from, int size) {
    write(to, segments[segment].data(), from, size);
  }

  @Override
  public void drop(int segment) {
    segments[segment] = PassiveDataSegment.EMPTY;
  }

  @Override
  public void write(int at, byte[] source, int from, int size) {
    try {
      System.arraycopy(source, from, bytes, at, size);
    } catch (IndexOutOfBoundsException cause) {
      throw outside(cause);
    }
  }

  @Override
  public byte[] readBytes(int at, int size) {
    if (at < 0 || size < 0 || at > bytes.length - size) {
      throw outside(new IndexOutOfBoundsException(at));
    }
    return Arrays.copyOfRange(bytes, at, at + size);
  }

  @Override
  public byte read(int at) {
    try {
      return bytes[at];
    } catch (IndexOutOfBoundsException cause) {
      throw outside(cause);
    }
  }

  @Override
  public void writeByte(int at, byte value) {
    try {
      bytes[at] = value;
    } catch (IndexOutOfBoundsException cause) {
      throw outside(cause);
    }
  }

  @Override
  public short readShort(int at) {
    try {
      return (short) SHORTS.get(bytes, at);
    } catch (IndexOutOfBoundsException cause) {
      throw outside(cause);
    }
  }

  @Override
  public long readU16(int at) {
    return readShort(at) & 0xffffL;
  }

  @Override
  public void writeShort(int at, short value) {
    try {
      SHORTS.set(bytes, at, value);
    } catch (IndexOutOfBoundsException cause) {
      throw outside(cause);
    }
  }

  @Override
  public int readInt(int at) {
    try {
      return (int) INTS.get(bytes, at);
    } catch (IndexOutOfBoundsException cause) {
      throw outside(cause);
    }
  }

  @Override
  public void writeI32(int at, int value) {
    try {
      INTS.set(bytes, at, value);
    } catch (IndexOutOfBoundsException cause) {
      throw outside(cause);
    }
  }

  @Override
  public long readLong(int at) {
    try {
      return (long) LONGS.get(bytes, at);
    } catch (IndexOutOfBoundsException cause) {
      throw outside(cause);
    }
  }

  @Override
  public void writeLong(int at, long value) {
    try {
      LONGS.set(bytes, at, value);
    } catch (IndexOutOfBoundsException cause) {
      throw outside(cause);
    }
  }

  @Override
  public void zero() {
    Arrays.fill(bytes, (byte) 0);
  }

  @Override
  public void fill(byte value, int from, int to) {
    try {
      Arrays.fill(bytes, from, to, value);
    } catch (IndexOutOfBoundsException | IllegalArgumentException cause) {
      throw outside(cause);
    }
  }

  @Override
  public void copy(int to, int from, int size) {
    try {
      System.arraycopy(bytes, from, bytes, to, size);
    } catch (IndexOutOfBoundsException cause) {
      throw outside(cause);
    }
  }

  @Override
  public boolean shared() {
    return false;
  }

  @Override
  @SuppressWarnings("removal")
  public Object lock(int at) {
    throw absent();
  }

  @Override
  @SuppressWarnings("removal")
  public int waitOn(int at, int expected, long timeout) {
    throw absent();
  }

  @Override
  @SuppressWarnings("removal")
  public int waitOn(int at, long expected, long timeout) {
    throw absent();
  }

  @Override
  @SuppressWarnings("removal")
  public int notify(int at, int threads) {
    throw absent();
  }

  @Override
  public float readFloat(int at) {
    throw absent();
  }

  @Override
  public long readF32(int at) {
    throw absent();
  }

  @Override
  public void writeF32(int at, float value) {
    throw absent();
  }

  @Override
  public double readDouble(int at) {
    throw absent();
  }

  @Override
  public long readF64(int at) {
    throw absent();
  }

  @Override
  public void writeF64(int at, double value) {
    throw absent();
  }
}
