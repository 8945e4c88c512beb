/* As much of Numba's runtime as compiled code calls: memory for the arrays that it makes, from an arena.
 *
 * Before each call the caller writes to `arena` where it begins, a multiple of 32, and 0 for no block. A block is free
 * again once it and all behind it are freed; what is never freed is forgotten with the next call. Layout of a MemInfo:
 * numba/core/runtime/nrt.cpp. */
typedef unsigned long long u64;
typedef unsigned int u32;
typedef struct { u64 count; void *dtor; void *dtor_info; void *data; u64 size; } MemInfo;

/* Stands before each block; the blocks of the arena lie one behind the other. */
typedef struct { u32 before; u32 is_free; u32 padding[6]; } Head;

/* The first address behind all blocks, and that of the last block. */
struct { u32 top, last; } arena;

static void *take(u64 size) {
  u32 at = arena.top, pages = __builtin_wasm_memory_size(0);
  arena.top = (u32)((at + sizeof(Head) + size + 31) & ~31ull);
  if (arena.top > pages << 16 && __builtin_wasm_memory_grow(0, (arena.top >> 16) + 1 - pages) == -1) __builtin_trap();
  Head *head = (Head *)at;
  head->before = arena.last;
  head->is_free = 0;
  arena.last = at;
  return head + 1;
}

static void give_back(void *block) {
  ((Head *)block - 1)->is_free = 1;
  while (arena.last && ((Head *)arena.last)->is_free) {
    arena.top = arena.last;
    arena.last = ((Head *)arena.last)->before;
  }
}

void *NRT_MemInfo_alloc_aligned(u64 size, u32 align) {
  (void)align; /* 32 bytes are enough for every element */
  MemInfo *info = take(sizeof(MemInfo) + 32 + size);
  info->count = 1;
  info->dtor = info->dtor_info = 0;
  info->data = (void *)(((u32)info + sizeof(MemInfo) + 31) & ~31u);
  info->size = size;
  return info;
}

void *NRT_MemInfo_alloc(u64 size) { return NRT_MemInfo_alloc_aligned(size, 32); }
void *NRT_MemInfo_alloc_safe_aligned(u64 size, u32 align) { return NRT_MemInfo_alloc_aligned(size, align); }
void NRT_MemInfo_call_dtor(MemInfo *info) { give_back(info); }
void *NRT_Allocate(u64 size) { return take(size); }
void NRT_Free(void *at) { if (at) give_back(at); }

void *memcpy(void *to, const void *from, u32 size) {
  char *a = to; const char *b = from;
  while (size--) *a++ = *b++;
  return to;
}
void *memmove(void *to, const void *from, u32 size) {
  char *a = to; const char *b = from;
  if (a < b) while (size--) *a++ = *b++;
  else while (size--) a[size] = b[size];
  return to;
}
void *memset(void *to, int value, u32 size) {
  char *a = to;
  while (size--) *a++ = (char)value;
  return to;
}

/* Numba writes numbers into the texts of errors with it, which nobody reads. It must not trap: LLVM knows that a
 * logarithm has no side effects, and may take it before it is clear that there is an error. */
double log10(double value) { return value; }

/* The code generator calls this for products of 128 bits, by which sizes of arrays are checked. */
__int128 __multi3(__int128 a, __int128 b) {
  u64 low = (u64)a, other = (u64)b, half = 0xFFFFFFFFull;
  u64 first = (low & half) * (other & half);
  u64 second = (low >> 32) * (other & half) + (first >> 32);
  u64 third = (low & half) * (other >> 32) + (second & half);
  u64 high = (low >> 32) * (other >> 32) + (second >> 32) + (third >> 32);
  high += low * (u64)((unsigned __int128)b >> 64) + (u64)((unsigned __int128)a >> 64) * other;
  return (__int128)((unsigned __int128)high << 64 | (third << 32 | (first & half)));
}
