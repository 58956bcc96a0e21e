import { useCallback } from 'react';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import type { z } from 'zod';
import { getFieldMessage } from '../../lib/errors/form-errors.tsx';
import { getSchemaError } from './field-schema.ts';

/** Returns a function that finds the schema's error of a value, in the words of the server's errors. Null if it is valid. */
export function useSchemaError(): (schema: z.core.$ZodType, value: unknown) => string | null {
  const { t } = useTranslation(['errors']);
  return useCallback(
    (schema, value) => {
      const error = getSchemaError(schema, value);
      return error && getFieldMessage({ ...error, field: '', message: '' }, t);
    },
    [t],
  );
}
