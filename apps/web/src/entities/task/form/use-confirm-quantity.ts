import type { OverFigures } from '@darkroom/domain/task/quantities';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import type { ApiError } from '../../../lib/api/api.ts';
import { useConfirm } from '../../../ui/overlay/use-confirm.tsx';
import { toRefusal, CONFIRMATION_INPUT, type QuantityQuestion } from '../calls/task-refusal.ts';
import { useQuestionText } from '../calls/use-question-text.ts';

type AskUser = ReturnType<typeof useConfirm>['ask'];

/**
 * Asks the user to confirm a quantity that is probably a typing error: more than ordered (domain §2) or less than delivered (decision 157).
 * A form can use its own text, for example when it lowers the order.
 */
export function useConfirmQuantity(sub_prod_id: string, customText?: (figures: OverFigures) => Parameters<AskUser>[0]) {
  const { t } = useTranslation(['errors']);
  const getQuestionText = useQuestionText();
  const { ask, holder } = useConfirm();
  const toDialogText = (question: QuantityQuestion): Parameters<AskUser>[0] => {
    if (customText && question.code === 'over_ordered') return customText(question);
    const { title, hint, no } = getQuestionText(question, sub_prod_id);
    return { title, lines: [hint], no, defaultsToNo: true };
  };
  const confirmAndRepeat = async (question: QuantityQuestion, repeatCall: (answer: object) => void) => {
    if (await ask(toDialogText(question))) repeatCall(CONFIRMATION_INPUT[question.code]);
  };
  const askBack = (error: ApiError, repeatCall: (answer: object) => void): boolean => {
    const { question: asks } = toRefusal(t, error);
    if (asks) void confirmAndRepeat(asks, repeatCall);
    return asks !== undefined;
  };
  return { askBack, holder };
}
