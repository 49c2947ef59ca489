import { AnswerView } from "./answerView.tsx";

/** Answers about documents that are not a capture. */
export const given = { View: AnswerView };
