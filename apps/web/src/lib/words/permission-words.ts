import type { PermissionRow } from '@darkroom/contract/user/group';
import { PERMISSIONS, type PermissionArea } from '@darkroom/domain/permission/codes';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

const AREAS = [...new Set(PERMISSIONS.map((permission) => permission.area))];
const AREA_OF = new Map<string, PermissionArea>(PERMISSIONS.map(({ code, area }) => [code, area]));

/** Where a code is read: the areas of the domain's table, and what the bureau has made itself. */
export type CodeArea = PermissionArea | 'own';
export const CODE_AREAS: readonly CodeArea[] = [...AREAS, 'own'];

export const areaOf = (code: string): CodeArea => AREA_OF.get(code) ?? 'own';

/** Things that have a code, by area in the areas' order; within one as they came. Areas without any are left out. */
export const byArea = <T>(things: readonly T[], codeOf: (thing: T) => string): { area: CodeArea; things: T[] }[] =>
  CODE_AREAS.map((area) => ({ area, things: things.filter((thing) => areaOf(codeOf(thing)) === area) })).filter(
    (group) => group.things.length > 0,
  );

/** What codes are called, in the page's language: the bureau's own words where it has described a code, else the product's. */
export function useCodeWords() {
  const { t } = useTranslation('permission');
  return useMemo(() => {
    const product = (code: string): string => t(`code.${code}`, { defaultValue: '' });
    return {
      area: (area: CodeArea): string => t(`area.${area}`),
      /** The product's words; nothing for a code of the bureau's own. */
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
