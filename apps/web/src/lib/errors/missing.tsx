import { useState } from 'react';
import { useTranslation } from 'react-i18next';

/** What is chosen, though one may type to find it: a list that opens, a calendar, buttons, boxes. A list without its arrow takes what is typed. */
const CHOSEN = '.ant-select-suffix, .ant-picker, [role=radiogroup], .ant-checkbox-group';

/** Says under a field that it is needed, by its label on the screen: "select" or "enter", by the kind of input in the field (decision 078). */
export function Missing() {
  const { t } = useTranslation('errors');
  const [field, setField] = useState<Element | null>();
  const label = field?.querySelector('.ant-form-item-label label')?.textContent;
  const how = field?.querySelector(CHOSEN) ? 'field.required_chosen' : 'field.required_named';
  return (
    <span ref={(said) => setField(said?.closest('.ant-form-item'))}>
      {t(label ? how : 'field.required', { label })}
    </span>
  );
}
