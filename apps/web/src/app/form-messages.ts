import type { ConfigProviderProps } from 'antd';
import { createElement, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Missing } from '../lib/errors/missing.tsx';

type FormConfig = NonNullable<ConfigProviderProps['form']>;

/**
 * Spec §5's sentences, said once for every form (decision 078). A field has a sentence of its own only where the spec gives
 * it one, or where the rule has to be explained.
 */
export function useFormMessages(): FormConfig {
  const { t } = useTranslation(['errors']);
  return useMemo(() => {
    // Ant Design draws what a message is made of; its types know of texts only.
    const required = (() => createElement(Missing)) as unknown as () => string;
    const number = t('errors:field.not_a_number');
    return {
      validateMessages: {
        required,
        whitespace: required,
        types: { number, integer: number, float: number, email: t('errors:field.not_email') },
        // Ant Design puts the field's own limit in.
        string: { max: t('errors:field.too_long', { limit: '${max}' }) },
      },
    };
  }, [t]);
}
