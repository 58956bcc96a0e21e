import { useEffect, useRef, useState, type ReactNode } from 'react';
import { afterRows } from '../after-rows.ts';
import { lateOverlay } from '../late/late-part.tsx';
import { Wait } from '../late/wait.tsx';
import type { Asked } from './ask-dialog.tsx';

const AskDialog = lateOverlay(
  () => import('./ask-dialog.tsx'),
  ({ onAnswer }) => onAnswer(false),
);
const fetchDialog = afterRows(() => AskDialog.preload());

interface Question {
  /** Another one is another dialog. */
  readonly number: number;
  readonly asked: Asked;
  readonly answer: (meant: boolean) => void;
}

/**
 * Asks once before a form is saved, naming what would follow; `holder` is the place of the question. Its code comes after the rows: pages
 * on which one saves in place are drawn without any dialog's. Asked again before it was answered, the former question is answered by no.
 */
export function useAsk(): { ask: (asked: Asked) => Promise<boolean>; holder: ReactNode } {
  const [question, setQuestion] = useState<Question | null>(null);
  const last = useRef(0);
  useEffect(() => void fetchDialog(), []);
  const ask = (asked: Asked) =>
    new Promise<boolean>((answer) => {
      question?.answer(false);
      // Never one that was: the former may be taken away and the next asked in one and the same drawing.
      last.current += 1;
      setQuestion({ number: last.current, asked, answer });
    });
  const answered = (of: Question) => (meant: boolean) => {
    setQuestion((now) => (now?.number === of.number ? null : now));
    of.answer(meant);
  };
  return {
    ask,
    holder: (
      <Wait>
        {question && <AskDialog key={question.number} asked={question.asked} onAnswer={answered(question)} />}
      </Wait>
    ),
  };
}
