import type { OverFigures } from '@darkroom/domain/task/counts';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '../../../lib/call/api.ts';
import { useAsk } from '../../../ui/overlay/use-ask.tsx';
import { refusalOf, YES, type Question } from '../calls/task-refusal.ts';
import { useQuestionWords } from '../calls/use-question-words.ts';

type Ask = ReturnType<typeof useAsk>['ask'];

/**
 * Confirmation of a likely typing error in a quantity: more than ordered (domain §2) or less than delivered (decision 157). A form can
 * bring its own text, for example when it lowers the order itself.
 */
export function useConfirmCount(sub_prod_id: string, ownWords?: (figures: OverFigures) => Parameters<Ask>[0]) {
  const { t } = useTranslation(['errors']);
  const wordsOf = useQuestionWords();
  const { ask, holder } = useAsk();
  const asked = (question: Question): Parameters<Ask>[0] => {
    if (ownWords && question.code === 'over_ordered') return ownWords(question);
    const { title, hint, no } = wordsOf(question, sub_prod_id);
    return { title, lines: [hint], no, unlikely: true };
  };
  const askMeant = async (question: Question, again: (answer: object) => void) => {
    if (await ask(asked(question))) again(YES[question.code]);
  };
  const askBack = (error: ApiError, again: (answer: object) => void): boolean => {
    const { asks } = refusalOf(t, error);
    if (asks) void askMeant(asks, again);
    return asks !== undefined;
  };
  return { askBack, holder };
}
