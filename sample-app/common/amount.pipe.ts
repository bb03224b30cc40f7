import { BadRequestException, Injectable, type ArgumentMetadata, type PipeTransform } from '@nestjs/common';

const LARGEST = 100_000_000;

/** An amount of money in cents. */
@Injectable()
export class AmountPipe implements PipeTransform<unknown, number> {
  transform(value: unknown, { data }: ArgumentMetadata): number {
    if (typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= LARGEST) return value;
    throw new BadRequestException(`${data} must be a whole number from 1 to ${LARGEST}`);
  }
}
