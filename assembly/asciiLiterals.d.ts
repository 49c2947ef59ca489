/** The block of literals that tools/asciiLiterals.mjs makes; not defined when it did not run. */
declare const ASCII_LITERALS: usize;
