/**
 * A disk with a cache that a power cut empties, as an NBD server on a socket. What was written is
 * kept for sure once the guest has flushed it; of what was not, any part may be kept: none of a
 * write, all of it, or only some sectors.
 */
import { createServer, type Server, type Socket } from "node:net";
import type { Random } from "../../documents/random.ts";

const SECTOR = 512;
const OPTION_MAGIC = Buffer.from("IHAVEOPT");
const REPLY_MAGIC = 0x3e889045565a9n;
/** Fixed newstyle, without zeroes. */
const HANDSHAKE_FLAGS = 3;
/** It has flags, FLUSH and FUA. */
const EXPORT_FLAGS = 0b1101;
const [EXPORT_NAME, GO, ASK] = [1, 7, 6];
const [ACK, OF_EXPORT, UNSUPPORTED] = [1, 3, 0x80000001];
const [READ, WRITE, DISCONNECT, FLUSH] = [0, 1, 2, 3];
const FUA = 1;
const REQUEST_BYTES = 28;

interface Write {
  readonly at: number;
  readonly bytes: Buffer;
}

export class VolatileDisk {
  /** What reads see, and what a cut leaves for sure. */
  #current: Buffer;
  readonly #durable: Buffer;
  #unflushed: Write[] = [];
  readonly #server: Server;
  #flushes = 0;

  constructor(image: Buffer) {
    this.#current = Buffer.from(image);
    this.#durable = Buffer.from(image);
    this.#server = createServer((socket) => new Session(socket, this));
  }

  get size(): number {
    return this.#durable.length;
  }

  get flushes(): number {
    return this.#flushes;
  }

  listen(path: string): Promise<void> {
    return new Promise((resolve) => this.#server.listen(path, resolve));
  }

  close(): void {
    this.#server.close();
  }

  read(at: number, length: number): Buffer {
    return this.#current.subarray(at, at + length);
  }

  write(at: number, bytes: Buffer, isForced: boolean): void {
    bytes.copy(this.#current, at);
    if (isForced) bytes.copy(this.#durable, at);
    else this.#unflushed.push({ at, bytes: Buffer.from(bytes) });
  }

  flush(): void {
    this.#flushes += 1;
    for (const { at, bytes } of this.#unflushed) bytes.copy(this.#durable, at);
    this.#unflushed = [];
  }

  /** The machine has stopped already. Answers how many writes were not flushed. */
  cut(random: Random): number {
    const lost = this.#unflushed.length;
    for (const { at, bytes } of this.#unflushed) {
      const sectors = Math.ceil(bytes.length / SECTOR);
      const kept = random.below(3) === 0 ? random.below(sectors + 1) : random.below(2) * sectors;
      bytes.copy(this.#durable, at, 0, Math.min(bytes.length, kept * SECTOR));
    }
    this.#unflushed = [];
    this.#current = Buffer.from(this.#durable);
    return lost;
  }
}

/** One connection: a handshake, then requests; each part is taken once it is whole. */
class Session {
  readonly #socket: Socket;
  readonly #disk: VolatileDisk;
  #bytes = Buffer.alloc(0);
  #take: () => boolean = () => this.#clientFlags();

  constructor(socket: Socket, disk: VolatileDisk) {
    this.#socket = socket;
    this.#disk = disk;
    socket.on("error", () => {});
    socket.on("data", (bytes) => {
      this.#bytes = Buffer.concat([this.#bytes, bytes]);
      while (this.#take());
    });
    socket.write(Buffer.concat([Buffer.from("NBDMAGIC"), OPTION_MAGIC, u16(HANDSHAKE_FLAGS)]));
  }

  #clientFlags(): boolean {
    if (this.#bytes.length < 4) return false;
    this.#skip(4);
    this.#take = () => this.#option();
    return true;
  }

  #option(): boolean {
    if (this.#bytes.length < 16) return false;
    const [option, length] = [this.#bytes.readUInt32BE(8), this.#bytes.readUInt32BE(12)];
    if (this.#bytes.length < 16 + length) return false;
    this.#skip(16 + length);
    const exported = Buffer.concat([u64(this.#disk.size), u16(EXPORT_FLAGS)]);
    if (option === EXPORT_NAME) this.#socket.write(exported);
    else if (option === GO || option === ASK) {
      this.#reply(option, OF_EXPORT, Buffer.concat([u16(0), exported]));
      this.#reply(option, ACK);
    } else this.#reply(option, UNSUPPORTED);
    if (option === EXPORT_NAME || option === GO) this.#take = () => this.#request();
    return true;
  }

  #reply(option: number, type: number, said: Buffer = Buffer.alloc(0)): void {
    const head = [u64(REPLY_MAGIC), u32(option), u32(type), u32(said.length)];
    this.#socket.write(Buffer.concat([...head, said]));
  }

  #request(): boolean {
    if (this.#bytes.length < REQUEST_BYTES) return false;
    const bytes = this.#bytes;
    const [flags, type] = [bytes.readUInt16BE(4), bytes.readUInt16BE(6)];
    const handle = Buffer.from(bytes.subarray(8, 16));
    const [at, length] = [Number(bytes.readBigUInt64BE(16)), bytes.readUInt32BE(24)];
    const whole = REQUEST_BYTES + (type === WRITE ? length : 0);
    if (bytes.length < whole) return false;
    if (type === WRITE) {
      this.#disk.write(at, bytes.subarray(REQUEST_BYTES, whole), (flags & FUA) !== 0);
    }
    this.#skip(whole);
    if (type === FLUSH) this.#disk.flush();
    if (type === DISCONNECT) {
      this.#socket.end();
      return false;
    }
    const answer = type === READ ? [this.#disk.read(at, length)] : [];
    this.#socket.write(Buffer.concat([u32(0x67446698), u32(0), handle, ...answer]));
    return true;
  }

  #skip(length: number): void {
    this.#bytes = this.#bytes.subarray(length);
  }
}

function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

function u64(value: number | bigint): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(value));
  return bytes;
}
