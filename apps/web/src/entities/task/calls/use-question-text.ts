import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useFormat } from '../../../lib/i18n/format.ts';
import type { QuantityQuestion } from './task-refusal.ts';

/** Returns a function that asks about a task's quantity: "48 of 36 ordered?", "Count 3 instead of 10?". */
export function useQuestionText() {
  const { t } = useTranslation('task');
  const { number } = useFormat();
  return (question: QuantityQuestion, task: string) => {
    if (question.code === 'over_ordered') {
      const words = { counted: number(question.counted), ordered: number(question.ordered), task };
      return { title: t('over.title', words), hint: t('over.hint', words), no: t('over.no') };
    }
    const count = question.delivered - question.counted;
    const words = { counted: number(question.counted), delivered: number(question.delivered), n: number(count), task };
    return { title: t('fewer.title', words), hint: t('fewer.hint', { count, ...words }), no: t('over.no') };
  };
}
