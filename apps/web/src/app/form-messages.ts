import type { ConfigProviderProps } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

type FormConfig = NonNullable<ConfigProviderProps['form']>;

/**
 * Spec §5's sentences, said once for every form (decision 078). A field has a sentence of its own only where the spec gives
 * it one, or where the rule has to be explained.
 */
export function useFormMessages(): FormConfig {
  const { t } = useTranslation(['errors']);
  return useMemo(() => {
    // Ant Design puts the field's own label and limits in.
    const required = t('errors:field.required_named', { label: '${label}' });
    const number = t('errors:field.not_a_number');
    return {
      validateMessages: {
        required,
        whitespace: required,
        types: { number, integer: number, float: number, email: t('errors:field.not_email') },
        string: { max: t('errors:field.max_length', { n: '${max}' }) },
      },
    };
  }, [t]);
}
