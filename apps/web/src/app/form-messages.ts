import type { ConfigProviderProps } from 'antd';
import { createElement, useMemo } from 'react';
import { useTranslation } from '../lib/i18n/use-translation.tsx';
import { RequiredMessage } from '../lib/errors/required-message.tsx';

type FormConfig = NonNullable<ConfigProviderProps['form']>;

/** Returns the messages of all forms (spec §5, decision 078). A field has its own message only if the spec or the rule requires one. */
export function useFormMessages(): FormConfig {
  const { t } = useTranslation(['errors']);
  return useMemo(() => {
    // Ant Design renders any node as a message, but its types accept only text.
    const required = (() => createElement(RequiredMessage)) as unknown as () => string;
    const number = t('errors:field.not_a_number');
    return {
      validateMessages: {
        required,
        whitespace: required,
        types: { number, integer: number, float: number, email: t('errors:field.not_email') },
        // Ant Design inserts the field's own limit.
        string: { max: t('errors:field.too_long', { limit: '${max}' }) },
      },
    };
  }, [t]);
}
