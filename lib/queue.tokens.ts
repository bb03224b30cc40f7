/** Token of the options as the app gave them; a text, as ConfigurableModuleBuilder wants it. */
export const GIVEN_OPTIONS = 'nestjs-typeorm-queue:given-options';
/** Token of the ResolvedOptions. */
export const RESOLVED_OPTIONS = Symbol('nestjs-typeorm-queue:options');
