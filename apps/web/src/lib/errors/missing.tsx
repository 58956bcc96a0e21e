import { useState } from 'react';
import { useTranslation } from 'react-i18next';

/** What is chosen, though one may type to find it: a list that opens, a calendar, buttons, boxes. A list without its arrow takes what is typed. */
const CHOSEN = '.ant-select-suffix, .ant-picker, .ant-radio-group, .ant-segmented, .ant-checkbox-group';

/** Says under a field that it is needed, by its label on the screen: chosen or entered, as what stands in the field takes it (decision 078). */
export function Missing() {
  const { t } = useTranslation(['errors']);
  const [field, setField] = useState<Element | null>(null);
  const label = field?.querySelector('.ant-form-item-label label')?.textContent;
  const words = field?.querySelector(CHOSEN) ? 'errors:field.required_chosen' : 'errors:field.required_named';
  return (
    <span ref={(said) => setField(said?.closest('.ant-form-item') ?? null)}>
      {label ? t(words, { label }) : t('errors:field.required')}
    </span>
  );
}
