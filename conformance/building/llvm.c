// The same work as src/main.rs through LLVM's C API.
#include <llvm-c/Core.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

static double last;

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec + t.tv_nsec / 1e9;
}

static void report(const char *what) {
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  double t = now();
  printf("%s %.3f %ld\n", what, t - last, usage.ru_maxrss / 1024);
  fflush(stdout);
  last = now();
}

int main(int argc, char **argv) {
  unsigned blocks = atoi(argv[1]) / 10;
  LLVMContextRef c = LLVMContextCreate();
  LLVMModuleRef m = LLVMModuleCreateWithNameInContext("m", c);
  LLVMTypeRef i64 = LLVMInt64TypeInContext(c), ptr = LLVMPointerTypeInContext(c, 0);
  LLVMTypeRef params[] = {ptr, i64};
  LLVMValueRef f = LLVMAddFunction(m, "f", LLVMFunctionType(i64, params, 2, 0));
  LLVMBuilderRef b = LLVMCreateBuilderInContext(c);
  LLVMValueRef p = LLVMGetParam(f, 0), x = LLVMGetParam(f, 1);
  last = now();

  LLVMBasicBlockRef block = LLVMAppendBasicBlockInContext(c, f, "");
  for (unsigned n = 0; n < blocks; n++) {
    LLVMBasicBlockRef next = LLVMAppendBasicBlockInContext(c, f, "");
    LLVMPositionBuilderAtEnd(b, block);
    LLVMValueRef loaded = LLVMBuildLoad2(b, i64, p, "");
    LLVMValueRef sum = LLVMBuildAdd(b, loaded, x, "");
    LLVMValueRef product = LLVMBuildMul(b, sum, loaded, "");
    LLVMValueRef mixed = LLVMBuildXor(b, product, sum, "");
    LLVMValueRef place = LLVMBuildGEP2(b, i64, p, &mixed, 1, "");
    LLVMBuildStore(b, product, place);
    LLVMValueRef is_less = LLVMBuildICmp(b, LLVMIntULT, mixed, x, "");
    LLVMValueRef chosen = LLVMBuildSelect(b, is_less, sum, mixed, "");
    x = LLVMBuildSub(b, chosen, loaded, "");
    LLVMBuildBr(b, next);
    block = next;
  }
  LLVMPositionBuilderAtEnd(b, block);
  LLVMBuildRet(b, x);
  report("build");

  unsigned long operands = 0, terminators = 0;
  for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(f); bb; bb = LLVMGetNextBasicBlock(bb))
    for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i; i = LLVMGetNextInstruction(i)) {
      int count = LLVMGetNumOperands(i);
      for (int k = 0; k < count; k++)
        operands += LLVMGetOperand(i, k) == p;
      terminators += LLVMGetInstructionOpcode(i) == LLVMBr;
    }
  report("walk");
  if (operands != 2ul * blocks || terminators != blocks)
    return 1;

  LLVMModuleRef copy = LLVMCloneModule(m);
  report("clone");
  LLVMDisposeModule(copy);
  report("free");

  for (LLVMBasicBlockRef bb = LLVMGetLastBasicBlock(f); bb; bb = LLVMGetPreviousBasicBlock(bb))
    for (LLVMValueRef i = LLVMGetLastInstruction(bb); i;) {
      LLVMValueRef before = LLVMGetPreviousInstruction(i);
      LLVMInstructionEraseFromParent(i);
      i = before;
    }
  report("erase");
  return LLVMGetFirstInstruction(LLVMGetFirstBasicBlock(f)) != NULL;
}
