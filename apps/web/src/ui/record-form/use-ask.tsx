import { useEffect, useState, type ReactNode } from 'react';
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
  readonly asked: Asked;
  readonly answer: (meant: boolean) => void;
}

/**
 * Asks once before a form is saved, naming what would follow; `holder` is where the question stands. Its code comes after the rows: pages
 * on which one saves in place are drawn without any dialog's.
 */
export function useAsk(): { ask: (asked: Asked) => Promise<boolean>; holder: ReactNode } {
  const [question, setQuestion] = useState<Question | null>(null);
  useEffect(() => void fetchDialog(), []);
  const ask = (asked: Asked) => new Promise<boolean>((answer) => setQuestion({ asked, answer }));
  const answered = (meant: boolean) => {
    setQuestion(null);
    question?.answer(meant);
  };
  return { ask, holder: <Wait>{question && <AskDialog asked={question.asked} onAnswer={answered} />}</Wait> };
}
