import { usernameTrouble } from '@darkroom/domain/text/username';
import type { Rule } from 'antd/es/form';
import { useTranslation } from 'react-i18next';

/** The rule of a form's username, in words. A name that nobody touched is not judged anew. */
export function useUsernameRule(field: 'username' | 'new_cus_username'): Rule {
  const { t } = useTranslation('errors');
  return ({ isFieldTouched }) => ({
    validator: (_rule, typed: string | undefined) => {
      const code = isFieldTouched(field) ? usernameTrouble(typed?.trim() ?? '') : null;
      return code === null ? Promise.resolve() : Promise.reject(new Error(t(`field.${code}`)));
    },
  });
}
