/** Decompresses when the first two bytes say gzip; passes other bytes through. */
export declare function gunzipIfGzip(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>;

/** Compresses into one gzip stream; for a file that survives a crash, see `hosts/node`. */
export declare function gzip(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>;
