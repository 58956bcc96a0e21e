import type { PermissionRow } from '@darkroom/contract/user/group';
import { PERMISSIONS, type PermissionArea } from '@darkroom/domain/permission/codes';
import { useMemo } from 'react';
import { useTranslation } from './use-translation.tsx';

const AREAS = [...new Set(PERMISSIONS.map((permission) => permission.area))];
const AREA_OF = new Map<string, PermissionArea>(PERMISSIONS.map(({ code, area }) => [code, area]));

/** The area of a code: one of the domain's table, or the bureau's own codes. */
export type CodeArea = PermissionArea | 'own';
export const CODE_AREAS: readonly CodeArea[] = [...AREAS, 'own'];

export const getCodeArea = (code: string): CodeArea => AREA_OF.get(code) ?? 'own';

/** Groups items with a code by area, in the order of areas. The order within an area does not change. Empty areas are left out. */
export const groupByArea = <T>(things: readonly T[], codeOf: (thing: T) => string): { area: CodeArea; things: T[] }[] =>
  CODE_AREAS.map((area) => ({ area, things: things.filter((thing) => getCodeArea(codeOf(thing)) === area) })).filter(
    (group) => group.things.length > 0,
  );

/** Returns the names of codes in the page's language: the bureau's description if there is one, else the product's. */
export function useCodeTexts() {
  const { t } = useTranslation('permission');
  return useMemo(() => {
    const product = (code: string): string => t(`code.${code}`, { defaultValue: '' });
    return {
      area: (area: CodeArea): string => t(`area.${area}`),
      /** The product's words. Empty for a bureau's own code. */
      product,
      of: ({
        codename,
        description,
        described,
      }: Pick<PermissionRow, 'codename' | 'description' | 'described'>): string =>
        (described ? description : product(codename)) || description || codename,
    };
  }, [t]);
}
