/** Whether what is compared is written: `GUIDE=write npx vitest run test/guide`. */
export const WRITES = process.env.GUIDE === "write";
