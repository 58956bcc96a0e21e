import { useState } from 'react';
import { useTranslation } from '../i18n/use-translation.tsx';

/** Fields with choices, also with a search: lists, calendars, radio buttons, boxes. A list without its arrow accepts typed text. */
const CHOICE_FIELDS = '.ant-select-suffix, .ant-picker, [role=radiogroup], .ant-checkbox-group';

/** Says under a field that it is required, with its visible label and "select" or "enter" by the kind of input (decision 078). */
export function RequiredMessage() {
  const { t } = useTranslation('errors');
  const [field, setField] = useState<Element | null>();
  const label = field?.querySelector('.ant-form-item-label label')?.textContent;
  const messageKey = field?.querySelector(CHOICE_FIELDS) ? 'field.requiredChosen' : 'field.requiredNamed';
  return (
    <span ref={(element) => setField(element?.closest('.ant-form-item'))}>
      {t(label ? messageKey : 'field.required', { label })}
    </span>
  );
}
