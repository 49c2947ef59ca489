import { AnswerView } from "./answerView.tsx";
import { OtherAnswers } from "./otherAnswers.tsx";

/** Answers about documents that are not a capture. */
export const given = { View: AnswerView, Others: OtherAnswers };
