import { BadRequestException, Injectable, type ArgumentMetadata, type PipeTransform } from '@nestjs/common';

const LONGEST = 120;

@Injectable()
export class RequiredTextPipe implements PipeTransform<unknown, string> {
  transform(value: unknown, { data }: ArgumentMetadata): string {
    if (typeof value === 'string' && value.trim() !== '' && value.length <= LONGEST) return value.trim();
    throw new BadRequestException(`${data} must be a text of 1 to ${LONGEST} characters`);
  }
}
